// Records of a published dataset that may be trained on, and others beside them: nothing of the test split, and nothing
// that is nearly one of its problems. Holds a MinHash signature of every test problem (770 bytes each).
import { join } from 'node:path';
import { adaptRows } from '../datasets/adapt.ts';
import { createNearIndex, type NearIndex, signatureOf } from '../datasets/quality/minhash.ts';
import { normalText } from '../datasets/quality/normal-text.ts';
import { type Solution, solutionSchema } from '../records/solution.ts';
import { readInput } from '../storage/input.ts';
import type { Row } from '../storage/rows.ts';
import { requireManifest } from './dataset-manifest.ts';
import { layout } from './layout.ts';
import type { Split } from './splits.ts';

export interface TrainingOptions {
  readonly split: Exclude<Split, 'test'>;
  /** Files of more records. */
  readonly also?: readonly string[];
  /** Called with the reason when a record is left out. */
  readonly onSkip: (reason: string) => void;
  readonly say: (line: string) => void;
}

/** Problems of the test split. */
export interface TestGuard {
  readonly problems: number;
  /** True for a problem that is one of them, or nearly. */
  has(problem: string): boolean;
}

async function* rowsOf(folder: string, path: string, files: object): AsyncGenerator<Row> {
  if (!(path in files)) return;
  for await (const rows of readInput(join(folder, path), { onBad: () => {} })) yield* rows;
}

/**
 * Loads the problems of a dataset's test split, to keep near-duplicates of them out of training data.
 *
 * @param folder The dataset's folder.
 * @throws LB_INPUT_MISSING when the folder holds no dataset.
 */
export async function openTestGuard(folder: string): Promise<TestGuard> {
  const { files, spec } = await requireManifest(folder);
  const threshold = Number(spec.familyThreshold ?? 0.8);
  const index: NearIndex = createNearIndex();
  for await (const { problem } of rowsOf(folder, layout.jsonl('test'), files)) {
    index.add(signatureOf(normalText(String(problem))));
  }
  return {
    get problems() {
      return index.size;
    },
    has: (problem) => index.has(signatureOf(normalText(problem)), threshold),
  };
}

/**
 * Records of the train or dev split, and further records of your own, without near-duplicates of test problems.
 *
 * @param folder The dataset's folder.
 * @throws LB_INPUT_MISSING when the folder holds no dataset.
 */
export async function* trainingRecords(
  folder: string,
  { split, also = [], onSkip, say }: TrainingOptions,
): AsyncGenerator<Solution> {
  const { files } = await requireManifest(folder);
  const guard = await openTestGuard(folder);
  const allowed = (row: Row): row is Row & Solution => {
    if (!solutionSchema.safeParse(row).success) onSkip('not a record with a solution');
    else if ((row.publication as { split?: unknown } | undefined)?.split === 'test') onSkip('test split');
    else if (guard.has(String(row.problem))) onSkip('its problem is in the test split');
    else return true;
    return false;
  };
  for await (const row of rowsOf(folder, layout.jsonl(split), files)) if (allowed(row)) yield row;
  for (const path of also) {
    const onBad = (): void => onSkip('cannot be read');
    const rows = readInput(path, { onBad });
    for await (const group of adaptRows(rows, { source: path, onBad, say, problemsOnly: true })) {
      for (const row of group) if (allowed(row)) yield row;
    }
  }
}
