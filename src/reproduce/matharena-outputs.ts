// MathArena's outputs on BRUMO 2025: each model's accuracy over four outputs a problem, graded anew from the texts.

import { mathAnswer } from '../deepconf/math-classes.ts';
import type { Row } from '../storage/rows.ts';
import { gradeAnswers, percent } from './pool-votes.ts';
import { type Figure, type Measured, measuredOf, ofRows, type Reproduction } from './reproduction.ts';

const outputs = 'brumo_2025_outputs/data/*.parquet';

/** Outputs of one model on one problem. */
interface Sampled {
  readonly model: string;
  readonly problem: string;
  readonly truth: string;
  readonly answers: (string | null)[];
  readonly verdicts: boolean[];
}

/** As the table has them, with the share of right outputs in percent. */
const published = [
  ['GPT-5 (high)', 91.7],
  ['Grok 4 Fast (Reasoning)', 94.2],
  ['Grok 4', 95],
] as const;

const figure = (what: string, theirs: number | null, digits: number): Figure => ({
  what,
  theirs,
  ours: null,
  digits,
  file: outputs,
});

const sum = <T>(items: readonly T[], value: (item: T) => number): number =>
  items.reduce((total, item) => total + value(item), 0);

const trueOnes = (verdicts: readonly boolean[]): number => sum(verdicts, (verdict) => (verdict ? 1 : 0));

async function measured(rowGroups: AsyncIterable<readonly Row[]>): Promise<Measured> {
  const groups = new Map<string, Sampled>();
  for await (const rows of rowGroups) {
    for (const row of rows) {
      const [model, problem] = [String(row.model_name), String(row.problem_idx)];
      const key = JSON.stringify([model, problem]);
      const group = groups.get(key) ?? {
        model,
        problem,
        truth: String(row.gold_answer),
        answers: [],
        verdicts: [],
      };
      groups.set(key, group);
      group.answers.push(typeof row.answer === 'string' ? mathAnswer(row.answer, { fallback: false }) : null);
      group.verdicts.push(row.correct === true);
    }
  }
  const graded = [...groups.values()].map((group) => ({
    ...group,
    ...gradeAnswers(group.answers, group.truth),
  }));
  const models = new Set(graded.map(({ model }) => model));
  const problems = new Set(graded.map(({ problem }) => problem));
  const accuracies = published.map(([name]): [string, number | null] => {
    const own = graded.filter(({ model }) => model.toLowerCase() === name.toLowerCase());
    return [
      `${name}: right (%)`,
      percent(
        sum(own, ({ right }) => trueOnes(right)),
        sum(own, ({ right }) => right.length),
      ),
    ];
  });
  return measuredOf({
    outputs: sum(graded, ({ right }) => right.length),
    'problems of a model without an output': models.size * problems.size - graded.length,
    'right outputs': {
      theirs: sum(graded, ({ verdicts }) => trueOnes(verdicts)),
      ours: sum(graded, ({ right }) => trueOnes(right)),
    },
    ...Object.fromEntries(accuracies),
    'majority of all outputs of a problem, all models (%)': percent(
      graded.filter(({ majorityRight }) => majorityRight).length,
      graded.length,
    ),
  });
}

export const matharenaBrumo: Reproduction = {
  name: 'matharena-brumo',
  about: "accuracy of models on BRUMO 2025, from MathArena's outputs",
  source: 'MathArena, arXiv 2505.23281, results on competitions with final answers; matharena.ai',
  files: [
    {
      name: outputs,
      hub: 'hf:MathArena/brumo_2025_outputs',
      from: 'https://huggingface.co/datasets/MathArena/brumo_2025_outputs',
    },
  ],
  figures: [
    figure('outputs', 5280, 0),
    figure('problems of a model without an output', null, 0),
    figure('right outputs', null, 0),
    ...published.map(([model, accuracy]) => figure(`${model}: right (%)`, accuracy, 1)),
    figure('majority of all outputs of a problem, all models (%)', null, 1),
  ],
  explained:
    'The number of outputs is that of the dataset at revision 12ca8f1, and grows. For `right outputs`, the published ' +
    "verdicts are MathArena's column `correct`. LateBench compares the last box of the text with `gold_answer`, and does not " +
    'combine lists that a model boxes one by one. The majority uses all outputs of a model for a problem, four or fewer. ' +
    'Models are found by their names in the table.',
  measure: ofRows(outputs, measured),
};
