// As many erroneous as correct solutions, seeded, in the order of the input. How many of each there are is known only
// at the end, so records wait in a temporary file; memory does not grow.

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { LateBenchError } from '../errors.ts';
import { mulberry32, seedFrom } from '../statistics/random.ts';
import { readInput } from '../storage/input.ts';
import { originalText } from '../storage/original-text.ts';
import type { Row } from '../storage/rows.ts';

export interface BalanceCounts {
  erroneous: number;
  correct: number;
  /** Unlabelled: never kept. */
  unlabelled: number;
  kept: number;
}

function classOf(record: Row): 'erroneous' | 'correct' | null {
  return Array.isArray(record.error_steps) ? (record.error_steps.length > 0 ? 'erroneous' : 'correct') : null;
}

/** `counts` is filled in as records pass. */
export async function* balanced(
  records: AsyncIterable<Row>,
  seed: number,
  counts: BalanceCounts,
): AsyncGenerator<Row> {
  const folder = await mkdtemp(join(tmpdir(), 'latebench-balance-'));
  try {
    const path = join(folder, 'records.jsonl');
    const file = createWriteStream(path);
    for await (const record of records) {
      const kind = classOf(record);
      counts[kind ?? 'unlabelled'] += 1;
      if (kind === null) continue;
      if (!file.write(`${originalText(record) ?? JSON.stringify(record)}\n`)) await once(file, 'drain');
    }
    file.end();
    await finished(file);
    yield* chosen(path, seed, counts);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Selection sampling (Knuth, algorithm S): each record is kept with the share that is still wanted of its class. */
async function* chosen(path: string, seed: number, counts: BalanceCounts): AsyncGenerator<Row> {
  const rng = mulberry32(seedFrom(seed, 'balance'));
  const requested = Math.min(counts.erroneous, counts.correct);
  const left = {
    erroneous: { requested, unseen: counts.erroneous },
    correct: { requested, unseen: counts.correct },
  };
  const rows = readInput(path, {
    keepText: true,
    onBad: ({ message }) => {
      throw new LateBenchError('LB_INTERNAL', `${path} was damaged while it was read: ${message}`);
    },
  });
  for await (const record of flat(rows)) {
    const of = left[classOf(record)!];
    const take = rng() * of.unseen < of.requested;
    of.unseen -= 1;
    if (!take) continue;
    of.requested -= 1;
    counts.kept += 1;
    yield record;
  }
}

async function* flat(groups: AsyncIterable<readonly Row[]>): AsyncGenerator<Row> {
  for await (const group of groups) yield* group;
}
