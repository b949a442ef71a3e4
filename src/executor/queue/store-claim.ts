// One address is for one run at a time. Two runs that begin at the same moment both find it empty, and no store has a
// condition on writes: each writes a claim of its own and then looks, so of two that overlap at least one sees the other.
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { LateBenchError } from '../../errors.ts';
import type { ObjectStore } from '../../storage/object-store.ts';
import { livenessOf, type ProcessIdentity, thisProcess } from '../../storage/process-identity.ts';

const claims = 'begun/';
const attempts = 6;
/** Those that gave up together are not to come back together. */
const pauseMs = (): number => 200 + Math.random() * 600;

const claimSchema = z.object({
  pid: z.int(),
  started: z.string().nullable(),
  boot: z.string().nullable(),
  pid_namespace: z.string().nullable(),
  host: z.string(),
});

function parsed(bytes: Buffer): ProcessIdentity | null {
  try {
    return claimSchema.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return null;
  }
}

/** The claim of another run that is there, unless its process ended before the run began. */
async function rival(store: ObjectStore, run: string) {
  for (const name of await store.list(claims)) {
    if (name === claims + run) continue;
    const bytes = await store.get(name);
    if (bytes === null) continue;
    const owner = parsed(bytes);
    if (owner === null || livenessOf(owner) !== 'dead') return { name, host: owner?.host };
    await store.remove(name);
  }
  return undefined;
}

/**
 * Takes a store for a run. `begunOn`: the machine of another run that has begun there, undefined where there is none.
 *
 * @throws LB_BUSY where it is taken
 */
export async function claimStore(
  store: ObjectStore,
  run: string,
  begunOn: () => Promise<string | undefined>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const host = await begunOn();
    if (host !== undefined) {
      const message = `${store.place} holds another run, begun on ${host}; finish it, or give this run another --store (if that run's folder is gone, remove the objects below latebench/ there)`;
      throw new LateBenchError('LB_BUSY', message);
    }
    await store.put(claims + run, Buffer.from(JSON.stringify(thisProcess())));
    const other = await rival(store, run);
    if (other === undefined) return;
    await releaseStore(store, run);
    if (attempt === attempts) {
      const message =
        `${store.place} was taken by another run${other.host === undefined ? '' : ` on ${other.host}`} that has not begun yet; ` +
        `give this run another --store, or remove the object whose name ends in ${other.name} where that run is gone`;
      throw new LateBenchError('LB_BUSY', message);
    }
    await wait(pauseMs());
  }
}

export function releaseStore(store: ObjectStore, run: string): Promise<void> {
  return store.remove(claims + run);
}
