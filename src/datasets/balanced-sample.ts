// As many erroneous as correct solutions, seeded, in the order of the input. How many of each there are is known only
// at the end, so records wait in a temporary file; memory does not grow.
import { LateBenchError } from '../errors.ts';
import { mulberry32, seedFrom } from '../statistics/random.ts';
import { readJsonl } from '../storage/jsonl.ts';
import { jsonLine } from '../storage/original-text.ts';
import type { Row } from '../storage/rows.ts';
import { openSpillFile } from '../storage/spill-file.ts';

export interface BalanceCounts {
  erroneous: number;
  correct: number;
  /** Unlabelled: never kept. */
  unlabelled: number;
  readonly kept: { erroneous: number; correct: number };
}

export interface Balance {
  readonly seed: number;
  /** At most so many records in all, half of them of each kind. */
  readonly max?: number | undefined;
}

function classOf(record: Row): 'erroneous' | 'correct' | null {
  return Array.isArray(record.error_steps) ? (record.error_steps.length > 0 ? 'erroneous' : 'correct') : null;
}

/** `counts` is filled in as records pass. */
export async function* balanced(
  records: AsyncIterable<Row>,
  balance: Balance,
  counts: BalanceCounts,
): AsyncGenerator<Row> {
  const spill = openSpillFile();
  try {
    for await (const record of records) {
      const kind = classOf(record);
      counts[kind ?? 'unlabelled'] += 1;
      if (kind === null) continue;
      await spill.append(Buffer.from(jsonLine(record)));
    }
    yield* chosen(spill.chunks(), balance, counts);
  } finally {
    spill.close();
  }
}

/** Selection sampling (Knuth, algorithm S): each record is kept with the share that is still wanted of its class. */
async function* chosen(
  waiting: AsyncIterable<Uint8Array>,
  { seed, max = Number.POSITIVE_INFINITY }: Balance,
  counts: BalanceCounts,
): AsyncGenerator<Row> {
  const rng = mulberry32(seedFrom(seed, 'balance'));
  const requested = Math.min(counts.erroneous, counts.correct, Math.floor(max / 2));
  const left = {
    erroneous: { requested, unseen: counts.erroneous },
    correct: { requested, unseen: counts.correct },
  };
  const rows = readJsonl(waiting, {
    source: 'balance',
    keepText: true,
    maxRowBytes: Number.POSITIVE_INFINITY,
    onBad: ({ message }) => {
      throw new LateBenchError('LB_INTERNAL', `a temporary file was damaged while it was read: ${message}`);
    },
  });
  for await (const group of rows) {
    for (const record of group) {
      const kind = classOf(record)!;
      const of = left[kind];
      const take = rng() * of.unseen < of.requested;
      of.unseen -= 1;
      if (!take) continue;
      of.requested -= 1;
      counts.kept[kind] += 1;
      yield record;
    }
  }
}
