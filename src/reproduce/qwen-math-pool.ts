// The example pool of Qwen2.5-Math: majority and best by reward of 8 samples, by its own script's rule over the verdicts
// stored in the file, and by ours from the answers.
import type { Row } from '../storage/rows.ts';
import { gradeAnswers } from './pool-votes.ts';
import { type Measured, measuredOf, ofRows, type Reproduction } from './reproduction.ts';

const pool = 'math_cot_100.jsonl';
const k = 8;

interface Sampled {
  readonly answers: readonly string[];
  /** Their verdicts and rewards, one a sample; no rewards where none are stored. */
  readonly verdicts: readonly boolean[];
  readonly rewards: readonly number[];
  readonly truth: string;
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The first 8 samples, or as many as there are. */
function sampledOf(row: Row): Sampled {
  return {
    answers: list(row.pred).slice(0, k).map(String),
    verdicts: list(row.score)
      .slice(0, k)
      .map((verdict) => verdict === true || verdict === 1),
    rewards: list(row.pred_score).slice(0, k).flat().map(Number),
    truth: String(row.gt ?? row.answer),
  };
}

/** The most frequent text, of several the one that came first. */
function mostFrequent(answers: readonly string[]): number {
  const votes = new Map<string, number>();
  for (const answer of answers) votes.set(answer, (votes.get(answer) ?? 0) + 1);
  const most = Math.max(...votes.values());
  return answers.findIndex((answer) => votes.get(answer) === most);
}

const highest = (rewards: readonly number[]): number => rewards.indexOf(Math.max(...rewards));

const figure = (what: string) => ({ what, theirs: null, ours: null, digits: 1, file: pool });

async function measured(rowGroups: AsyncIterable<readonly Row[]>): Promise<Measured> {
  let problems = 0;
  let short = 0;
  const majority = { all: 0, theirs: 0, ours: 0 };
  const reward = { all: 0, theirs: 0, ours: 0 };
  for await (const rows of rowGroups) {
    for (const { answers, verdicts, rewards, truth } of rows.map(sampledOf)) {
      problems += 1;
      if (answers.length < k) short += 1;
      if (answers.length === 0) continue;
      const graded = gradeAnswers(answers, truth);
      majority.all += 1;
      if (verdicts[mostFrequent(answers)] === true) majority.theirs += 1;
      if (graded.majorityRight) majority.ours += 1;
      if (rewards.length !== answers.length) continue;
      reward.all += 1;
      if (verdicts[highest(rewards)] === true) reward.theirs += 1;
      if (graded.right[highest(rewards)] === true) reward.ours += 1;
    }
  }
  const shares = ({ all, theirs, ours }: typeof majority) =>
    all === 0 ? null : { theirs: (100 * theirs) / all, ours: (100 * ours) / all };
  return measuredOf({
    problems,
    [`problems with fewer than ${k} samples`]: short,
    'Maj@8 (%)': shares(majority),
    'RM@8 (%)': shares(reward),
  });
}

export const qwenMathPool: Reproduction = {
  name: 'qwen-math-pool',
  about: 'majority and best by reward of 8 samples on the example pool of Qwen2.5-Math',
  source:
    'https://github.com/QwenLM/Qwen2.5-Math, evaluation/rm_maj_eval.py, which computes them from this file',
  files: [
    {
      name: pool,
      hub: null,
      from: 'https://github.com/QwenLM/Qwen2.5-Math, evaluation/data/eval_rm_maj_example',
    },
  ],
  figures: [
    { ...figure('problems'), digits: 0 },
    { ...figure(`problems with fewer than ${k} samples`), digits: 0 },
    figure('Maj@8 (%)'),
    figure('RM@8 (%)'),
  ],
  explained:
    'The output of the script is not published. The first column uses the rule of the script: answers are equal if their ' +
    'texts are, and right or wrong as stored. The second column compares and grades answers as mathematics, so a difference ' +
    'is one of grading. The Maj@8 and RM@8 of the report (arXiv 2409.12122) cover whole benchmarks, whose samples are not ' +
    'published. The script rejects a problem with fewer than 8 samples; here it is scored with all it has, and a problem ' +
    'without samples is left out and counted.',
  measure: ofRows(pool, measured),
};
