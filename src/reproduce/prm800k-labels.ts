// PRM800K: how many solutions and labels there are, and how many are right, by the phase of collection.
import { isRow, type Row } from '../storage/rows.ts';
import { percent } from './pool-votes.ts';
import { type Figure, measuredOf, type PublishedFile, type Reproduction, rowsOf } from './reproduction.ts';

const phases = ['phase 1', 'phase 2'] as const;
const filesOf = (phase: (typeof phases)[number]): string[] =>
  ['train', 'test'].map((part) => `${phase.replace(' ', '')}_${part}.jsonl`);

const files: readonly PublishedFile[] = phases.flatMap(filesOf).map((name) => ({
  name,
  hub: null,
  from: 'https://github.com/openai/prm800k, prm800k/data, by Git LFS',
}));

interface Tally {
  solutions: number;
  labels: number;
  finished: number;
  positive: number;
}

const empty = (): Tally => ({ solutions: 0, labels: 0, finished: 0, positive: 0 });
const rowsIn = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRow) : []);

function add(tally: Tally, row: Row): void {
  const label = isRow(row.label) ? row.label : {};
  tally.solutions += 1;
  if (label.finish_reason === 'solution') tally.finished += 1;
  for (const { rating } of rowsIn(label.steps).flatMap(({ completions }) => rowsIn(completions))) {
    if (typeof rating !== 'number') continue;
    tally.labels += 1;
    if (rating === 1) tally.positive += 1;
  }
}

const shares = (name: string, { solutions, labels, finished, positive }: Tally) => ({
  [`${name}: end in a correct solution (%)`]: percent(finished, solutions),
  [`${name}: correct steps (%)`]: percent(positive, labels),
});

const figure = (what: string, theirs: number, digits: number, file: string): Figure => ({
  what,
  theirs,
  ours: null,
  digits,
  file,
});

export const prm800kLabels: Reproduction = {
  name: 'prm800k-labels',
  about: 'size of PRM800K, and how many of its solutions and steps are right, by phase',
  source: "Let's Verify Step by Step, arXiv 2305.20050, appendix B and table 3",
  files,
  figures: [
    figure('solution samples', 101_599, 0, files[0]!.name),
    figure('step-level labels', 1_085_590, 0, files[0]!.name),
    ...(
      [
        ['phase 1', 85.1, 58.6],
        ['phase 2', 13.2, 74.1],
        ['combined', 14.2, 73.1],
      ] as const
    ).flatMap(([name, ended, steps]) => [
      figure(`${name}: end in a correct solution (%)`, ended, 1, files[0]!.name),
      figure(`${name}: correct steps (%)`, steps, 1, files[0]!.name),
    ]),
  ],
  explained:
    'A label is a completion with a rating, including quality control. A step is correct if its rating is 1, and a solution ' +
    'ends correctly if `finish_reason` is `solution`. The paper does not say how it counts steps that were rated 0 or ' +
    'written by the labeller.',
  async measure(paths) {
    const tallies = new Map<string, Tally>();
    for (const phase of phases) {
      const found = filesOf(phase).map((name) => paths(name));
      if (found.some((parts) => parts.length === 0)) continue;
      const tally = empty();
      for await (const rows of rowsOf(found.flat())) for (const row of rows) add(tally, row);
      tallies.set(phase, tally);
    }
    const known = [...tallies].map(([phase, tally]) => shares(phase, tally));
    if (tallies.size < phases.length) return measuredOf(Object.assign({}, ...known));
    const combined = empty();
    for (const tally of tallies.values()) {
      for (const key of Object.keys(combined) as (keyof Tally)[]) combined[key] += tally[key];
    }
    return measuredOf(
      Object.assign({}, ...known, shares('combined', combined), {
        'solution samples': combined.solutions,
        'step-level labels': combined.labels,
      }),
    );
  },
};
