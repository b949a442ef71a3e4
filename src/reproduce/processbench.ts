// ProcessBench: how many solutions of each subset are wrong and right, and how long its prompts are.
import { firstErrorPrompts } from '../critic/prompt-first-error.ts';
import { adapterNamed, adaptRows } from '../datasets/adapt.ts';
import type { Solution } from '../records/solution.ts';
import { type Figure, type Measured, type PublishedFile, type Reproduction, rowsOf } from './reproduction.ts';

const subsets = ['gsm8k', 'math', 'olympiadbench', 'omnimath'] as const;
type Subset = (typeof subsets)[number];

const fileOf = (subset: Subset): string => `${subset}.json`;

const files: readonly PublishedFile[] = subsets.map((subset) => ({
  name: fileOf(subset),
  hub: `hf:Qwen/ProcessBench/${fileOf(subset)}`,
  from: 'https://huggingface.co/datasets/Qwen/ProcessBench',
}));

async function* solutionsOf(path: readonly string[]): AsyncGenerator<Solution> {
  const onBad = (bad: { message: string }): never => {
    throw new Error(bad.message);
  };
  const adapting = { source: path.join(', '), adapter: adapterNamed('processbench'), onBad, say: () => {} };
  for await (const group of adaptRows(rowsOf(path), adapting)) yield* group as unknown as Solution[];
}

/** Adds up each subset that is there. */
async function perSubset(
  paths: (name: string) => readonly string[],
  numbers: (solutions: AsyncIterable<Solution>) => Promise<Readonly<Record<string, number>>>,
): Promise<Measured> {
  const measured = new Map<string, number>();
  for (const subset of subsets) {
    const file = paths(fileOf(subset));
    if (file.length === 0) continue;
    for (const [what, value] of Object.entries(await numbers(solutionsOf(file)))) {
      measured.set(`${subset}: ${what}`, value);
    }
  }
  return measured;
}

function figuresOf(
  theirs: Readonly<Record<Subset, readonly number[]>>,
  names: readonly (readonly [what: string, digits: number])[],
): Figure[] {
  return subsets.flatMap((subset) =>
    names.map(([what, digits], at) => ({
      what: `${subset}: ${what}`,
      theirs: theirs[subset][at]!,
      // Omni-MATH was not at hand.
      ours: subset === 'omnimath' ? null : theirs[subset][at]!,
      digits,
      file: fileOf(subset),
    })),
  );
}

export const processbenchSubsets: Reproduction = {
  name: 'processbench-subsets',
  about: 'solutions of ProcessBench with and without an error, by subset',
  source: 'ProcessBench, arXiv 2412.06559, table of its statistics',
  files,
  figures: figuresOf(
    { gsm8k: [207, 193], math: [594, 406], olympiadbench: [661, 339], omnimath: [759, 241] },
    [
      ['solutions with an error', 0],
      ['solutions without', 0],
    ],
  ),
  explained: 'No difference: every label is read as published.',
  measure: (paths) =>
    perSubset(paths, async (solutions) => {
      let wrong = 0;
      let right = 0;
      for await (const { error_steps: steps } of solutions) {
        if ((steps ?? []).length > 0) wrong += 1;
        else right += 1;
      }
      return { 'solutions with an error': wrong, 'solutions without': right };
    }),
};

export const evalscopePrompts: Reproduction = {
  name: 'evalscope-prompts',
  about: "length of ProcessBench's prompts as evalscope measures it, by subset",
  source: "evalscope's page of process_bench, per-subset statistics",
  files,
  figures: figuresOf(
    {
      gsm8k: [1824.26, 876, 4520],
      math: [2297.11, 690, 7565],
      olympiadbench: [3166.77, 1129, 9005],
      omnimath: [3206.82, 832, 8550],
    },
    [
      ['mean characters', 2],
      ['fewest characters', 0],
      ['most characters', 0],
    ],
  ),
  explained:
    'No difference, counted in code points. Two differences in the texts cancel: evalscope sends a backspace and "oxed{}" ' +
    'where the protocol and our prompt have a backslash and "boxed{}", which is one character shorter, and it adds a line ' +
    'break at the end.',
  measure: (paths) =>
    perSubset(paths, async (solutions) => {
      const lengths: number[] = [];
      for await (const { problem, steps } of solutions) {
        const [message] = firstErrorPrompts.maths.messages({ problem, steps });
        lengths.push(Array.from(message?.content ?? '').length);
      }
      return {
        'mean characters': lengths.reduce((sum, length) => sum + length, 0) / lengths.length,
        'fewest characters': lengths.reduce(
          (least, length) => Math.min(least, length),
          Number.POSITIVE_INFINITY,
        ),
        'most characters': lengths.reduce((most, length) => Math.max(most, length), 0),
      };
    }),
};
