// Records of a published dataset that may be trained on, and others beside them: nothing of the test split, and nothing
// that is one of its problems in other words or, from other files, with other numbers and names. Holds an entry of
// problem-index.ts for every test problem, and with further records a short hash of each solution.

import { join } from 'node:path';
import { z } from 'zod';
import { adaptRows } from '../datasets/adapt.ts';
import { defaultThreshold } from '../datasets/quality/duplicates.ts';
import { problemForm } from '../datasets/quality/problem-form.ts';
import { createProblemIndex, likenesses } from '../datasets/quality/problem-index.ts';
import { isLateBenchError, LateBenchError } from '../errors.ts';
import { aFunction, checkArgument } from '../records/check-argument.ts';
import { type Critique, critiqueSchema } from '../records/critique.ts';
import { contentKey } from '../records/identity.ts';
import { type Solution, solutionSchema } from '../records/solution.ts';
import { checkText } from '../records/wrong-argument.ts';
import { readInput } from '../storage/input.ts';
import type { BadRow, Row } from '../storage/rows.ts';
import { checkFileOf, requireManifest } from './dataset-manifest.ts';
import { layout } from './layout.ts';
import type { Split } from './splits.ts';

export interface TrainingOptions {
  readonly split: Exclude<Split, 'test'>;
  /** Files of more records. */
  readonly also?: readonly string[];
  /** Called with the reason when a record is left out. */
  readonly onSkip: (reason: string) => void;
  /** Called with each row that cannot be read; without it, `onSkip` is. */
  readonly onBad?: ((bad: BadRow) => void) | undefined;
  readonly say: (line: string) => void;
}

const trainingSchema = z.looseObject({
  split: z.enum(['train', 'dev']),
  onSkip: aFunction,
  onBad: aFunction.optional(),
  say: aFunction,
});

/** Recognises problems of a dataset's test split, so that training data can be kept apart from them. */
export interface TestGuard {
  /** Number of different problems in the test split. */
  readonly problems: number;
  /** True for a problem that is one of them, in whatever notation, or nearly. */
  has(problem: string): boolean;
  /** True also for one that differs from one of them in its numbers and names only. */
  hasVariantOf(problem: string): boolean;
}

/** What the build's critics said of each record, where their replies were kept: the published records lack it. */
async function keptReplies(
  folder: string,
  files: object,
  onBad: (bad: BadRow) => void,
): Promise<Map<string, Critique[]>> {
  const kept = new Map<string, Critique[]>();
  for await (const { id, critiques } of rowsOf(folder, layout.critiques, { files, onBad })) {
    const known = critiqueSchema.array().safeParse(critiques).data ?? [];
    const told = known.filter(({ votes }) => votes?.some(({ reply }) => typeof reply === 'string'));
    if (told.length > 0) kept.set(String(id), told);
  }
  return kept;
}

interface FileReading {
  /** Of the manifest. */
  readonly files: object;
  readonly onBad: (bad: BadRow) => void;
}

async function* rowsOf(folder: string, path: string, { files, onBad }: FileReading): AsyncGenerator<Row> {
  if (!(path in files)) return;
  for await (const rows of readInput(join(folder, path), { onBad })) yield* rows;
}

/**
 * Loads the problems of a dataset's test split, to keep near-duplicates of them out of training data.
 *
 * @param folder The dataset's folder.
 * @throws LB_INPUT_MISSING when the folder holds no dataset, LB_INPUT_READ when its test split is not that of its
 * manifest: the guard would miss problems.
 */
export async function openTestGuard(folder: string): Promise<TestGuard> {
  checkText('openTestGuard', 'the folder of a dataset', folder);
  const manifest = await requireManifest(folder);
  const { files, spec } = manifest;
  const path = layout.jsonl('test');
  if (path in files) await checkFileOf({ folder, manifest }, path);
  const onBad = ({ message }: BadRow): never => {
    throw new LateBenchError('LB_INPUT_READ', `${join(folder, path)}: ${message}; the dataset is damaged`);
  };
  const threshold = Number(spec.familyThreshold ?? defaultThreshold);
  const tested = createProblemIndex('near', 'template');
  let problems = 0;
  for await (const { problem } of rowsOf(folder, path, { files, onBad })) {
    tested.add(problemForm(String(problem)));
    problems += 1;
  }
  return {
    problems,
    has: (problem) => tested.has(problemForm(problem), 'near', threshold),
    hasVariantOf(problem) {
      const form = problemForm(problem);
      return likenesses.some((likeness) => tested.has(form, likeness, threshold));
    },
  };
}

/**
 * Records of the train or dev split, and further records of your own, without near-duplicates of test problems; of
 * the further ones also without those that differ from a test problem in numbers and names only, and without solutions
 * that came before.
 *
 * @param folder The dataset's folder.
 * @param options `split` is `train` or `dev`; `also` names files of further records; `onSkip` is called with the
 * reason for each record that is left out, `onBad` with each row that cannot be read.
 * @throws LB_INPUT_MISSING when the folder holds no dataset, LB_INPUT_READ when its test split is not that of its
 * manifest.
 * @example
 * for await (const record of trainingRecords('late-errors', { split: 'train', onSkip: console.error, say: console.error })) console.log(record.id);
 */
export async function* trainingRecords(folder: string, options: TrainingOptions): AsyncGenerator<Solution> {
  checkText('trainingRecords', 'the folder of a dataset', folder);
  checkArgument('trainingRecords', { schema: trainingSchema, value: options });
  const { split, also = [], onSkip, onBad = () => onSkip('cannot be read'), say } = options;
  const manifest = await requireManifest(folder);
  const { files } = manifest;
  const guard = await openTestGuard(folder);
  const allowed = (row: Row, isTested: (problem: string) => boolean): row is Row & Solution => {
    if (!solutionSchema.safeParse(row).success) onSkip('not a record with a solution');
    else if ((row.publication as { split?: unknown } | undefined)?.split === 'test') onSkip('test split');
    else if (isTested(String(row.problem))) onSkip('its problem is in the test split');
    else return true;
    return false;
  };
  const path = layout.jsonl(split);
  if (path in files) {
    // Its rows are judged one by one: what is not published is said, and what cannot be read follows the policy.
    await checkFileOf({ folder, manifest }, path).catch((error: unknown) => {
      if (!isLateBenchError(error) || error.code !== 'LB_INPUT_READ') throw error;
      say(error.message);
    });
  }
  /** By problem and steps: one that is there twice would count double in training. */
  const solutions = new Set<string>();
  const solutionOf = ({ problem, steps }: Solution): string => contentKey([problem, steps]);
  const replies = await keptReplies(folder, files, onBad);
  for await (const row of rowsOf(folder, path, { files, onBad })) {
    const critiques = replies.get(String(row.id));
    if (!allowed(row, guard.has)) continue;
    if (also.length > 0) solutions.add(solutionOf(row));
    yield critiques === undefined ? row : { ...row, critiques };
  }
  for (const path of also) {
    const rows = readInput(path, { onBad });
    for await (const group of adaptRows(rows, { source: path, onBad, say, problemsOnly: true })) {
      for (const row of group) {
        if (!allowed(row, guard.hasVariantOf)) continue;
        const solution = solutionOf(row);
        if (solutions.has(solution)) onSkip('the same solution is there already');
        else yield row;
        solutions.add(solution);
      }
    }
  }
}
