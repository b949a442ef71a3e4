// PRM800K's scored samples: best of N by the two reward models, and the majority, over a pool whose problems have up to
// 1,860 samples each. Right and wrong are the verdicts stored in the rows.
import { mathClasses } from '../deepconf/math-classes.ts';
import type { Row } from '../storage/rows.ts';
import { percent } from './pool-votes.ts';
import { type Measured, measuredOf, ofRows, type Reproduction } from './reproduction.ts';

const samples = 'scored-test-samples.jsonl';
const perProblem = 1860;
const models = ['prm', 'orm'] as const;

interface Best {
  readonly score: number;
  readonly isRight: boolean;
}

/** What is kept of a problem: no text but its different answers. */
interface SampledProblem {
  samples: number;
  readonly best: Map<(typeof models)[number], Best>;
  readonly answers: Map<string, { votes: number; isRight: boolean }>;
}

/** As eval/eval.py of the repository takes it. */
function answerOf(row: Row): string | null {
  const answer = 'answer' in row ? row.answer : row.given_answer;
  return typeof answer === 'string' ? answer : null;
}

function add(problem: SampledProblem, row: Row): void {
  problem.samples += 1;
  const answer = answerOf(row);
  if (answer === null) return;
  const isRight = row.is_correct === true;
  const known = problem.answers.get(answer);
  if (known === undefined) problem.answers.set(answer, { votes: 1, isRight });
  else known.votes += 1;
  for (const model of models) {
    const score = row[`${model}_score`];
    const best = problem.best.get(model);
    if (typeof score === 'number' && (best === undefined || score > best.score)) {
      problem.best.set(model, { score, isRight });
    }
  }
}

function majorityRight({ answers }: SampledProblem): boolean {
  const given = [...answers];
  const { of } = mathClasses(given.map(([text]) => text));
  const votes = new Map<number, number>();
  for (const [at, [, answer]] of given.entries())
    votes.set(of[at]!, (votes.get(of[at]!) ?? 0) + answer.votes);
  const [winner] = [...votes].reduce((most, one) => (one[1] > most[1] ? one : most), [-1, 0]);
  return given.some(([, { isRight }], at) => of[at] === winner && isRight);
}

const figure = (what: string, theirs: number | null, digits: number) => ({
  what,
  theirs,
  ours: null,
  digits,
  file: samples,
});

async function measured(rowGroups: AsyncIterable<readonly Row[]>): Promise<Measured> {
  const problems = new Map<string, SampledProblem>();
  for await (const rows of rowGroups) {
    for (const row of rows) {
      const text = String(row.problem);
      const problem = problems.get(text) ?? { samples: 0, best: new Map(), answers: new Map() };
      problems.set(text, problem);
      add(problem, row);
    }
  }
  const all = [...problems.values()];
  const share = (isRight: (problem: SampledProblem) => boolean): number | null =>
    percent(all.filter(isRight).length, all.length);
  return measuredOf({
    problems: all.length,
    [`problems with fewer than ${perProblem} samples`]: all.filter((one) => one.samples < perProblem).length,
    'best by the process reward model (%)': share(({ best }) => best.get('prm')?.isRight === true),
    'best by the outcome reward model (%)': share(({ best }) => best.get('orm')?.isRight === true),
    'majority (%)': share(majorityRight),
  });
}

export const prm800kSamples: Reproduction = {
  name: 'prm800k-samples',
  about: 'best of 1,860 by the reward models of PRM800K, and the majority, on 500 problems of MATH',
  source: "Let's Verify Step by Step, arXiv 2305.20050, section 3 and figure 3",
  files: [
    {
      name: samples,
      hub: null,
      from: 'https://openaipublic.blob.core.windows.net/process-supervision/scored-test-samples.jsonl (2.1 GB, named in https://github.com/openai/prm800k, prm800k/eval)',
    },
  ],
  figures: [
    figure('problems', 500, 0),
    figure(`problems with fewer than ${perProblem} samples`, null, 0),
    figure('best by the process reward model (%)', 78.2, 1),
    figure('best by the outcome reward model (%)', 72.4, 1),
    figure('majority (%)', 69.6, 1),
  ],
  explained:
    'Every sample of a problem is used, as in the paper at N = 1,860. Problems with fewer samples are scored with all they ' +
    'have. A reward model chooses the first of its highest scores, as eval/eval.py does. The majority is over answers that ' +
    'are equal as mathematics, and is right if one of them is marked right. How the paper groups answers is not published.',
  measure: ofRows(samples, measured),
};
