// The right to pay for a key among the processes of one run, whatever caches they have: in a folder of the run, so that a
// run without a cache neither needs nor changes what other runs share.
import { inOneTurn } from '../../stream/in-one-turn.ts';
import { defaultTiming, whenGiven } from './lease-wait.ts';
import type { Held, Leases } from './leases.ts';

export interface RunLease {
  /** Gives the key back. Calling it again does nothing. */
  release(): Promise<void>;
}

export interface RunLeases {
  /** Waits while another process of the run has the right to pay for the key. */
  claim(key: string, signal: AbortSignal): Promise<RunLease>;
  /** Gives back what is still held. */
  close(): Promise<void>;
}

/** Nothing is opened, and no folder made, before the first claim. */
export function createRunLeases(folder: string): RunLeases {
  let opened: Promise<Leases> | undefined;
  let take: ((key: string) => Promise<Held | null>) | undefined;
  const failed = async (error: unknown): Promise<Error> => {
    // It brings the store of the cache, which a run without one does not load.
    const { storeFailure } = await import('./store.ts');
    return storeFailure(error, folder, { what: 'the leases of this run', wayOut: 'delete that folder' });
  };
  const open = async (): Promise<Leases> => {
    const { Leases } = await import('./leases.ts');
    return Leases.open(folder, defaultTiming);
  };
  const tryClaim = async (key: string): Promise<RunLease | null> => {
    try {
      opened ??= open();
      const leases = await opened;
      take ??= inOneTurn((keys: readonly string[]) => leases.take(keys));
      const held = await take(key);
      if (held === null) return null;
      return {
        async release() {
          try {
            leases.free([held]);
          } catch (error) {
            throw await failed(error);
          }
        },
      };
    } catch (error) {
      throw await failed(error);
    }
  };
  return {
    claim: (key, signal) => whenGiven(() => tryClaim(key), signal),
    async close() {
      (await opened?.catch(() => undefined))?.close();
    },
  };
}
