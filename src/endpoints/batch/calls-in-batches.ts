// A run that makes its calls directly, over a folder whose batches have not been fetched: the calls in these are paid for,
// and are not made again beside them.
import { LateBenchError } from '../../errors.ts';
import type { ReplyStore } from '../stores.ts';
import { knownBatches, labelsOf, requestsOf } from './batch-files.ts';

/** The batches that nobody has fetched: of a role, or all of them. */
async function* unfetched(run: string, role?: string): AsyncGenerator<string> {
  for (const label of await labelsOf(run, role)) {
    for (const { name, ended } of await knownBatches(run, label)) if (ended === null) yield name;
  }
}

async function keysInBatches(run: string, role: string): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for await (const name of unfetched(run, role)) {
    for await (const { key } of requestsOf(run, name)) keys.add(key);
  }
  return keys;
}

function wayOut(run: string): string {
  return `calls of this run are in batches of ${run} that were not fetched: run the command with --batch; to pay for them again by direct calls, delete batches and batches.jsonl in that folder`;
}

/** What whoever makes calls without a look at batches is told; null where none is left. */
export async function unfetchedBatches(run: string): Promise<string | null> {
  for await (const _ of unfetched(run)) return wayOut(run);
  return null;
}

/** The store, which gives nobody the right to pay for what is in a batch. */
export async function apartFromBatches(replies: ReplyStore, run: string, role: string): Promise<ReplyStore> {
  const keys = await keysInBatches(run, role);
  if (keys.size === 0) return replies;
  return {
    packs: replies.packs,
    lookUp: (key, ours) => replies.lookUp(key, ours),
    refresh: (key) => replies.refresh(key),
    keep: (reply) => replies.keep(reply),
    withdraw: (keys, reason) => replies.withdraw(keys, reason),
    get canKeep() {
      return replies.canKeep;
    },
    hold: (key) => replies.hold?.(key),
    settled: () => replies.settled(),
    async claim(key, signal) {
      const claim = await replies.claim(key, signal);
      if ('from' in claim || !keys.has(key)) return claim;
      await claim.release();
      throw new LateBenchError('LB_CONFIG', wayOut(run));
    },
  };
}
