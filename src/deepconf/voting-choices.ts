// What a vote may leave to the pool: the sizes of its working sets, and how answers are compared.
import { formatCount } from '../report/format.ts';
import { isAimeAnswer, maxAimeAnswer } from './answer.ts';
import { type AnswerKind, canonicalInteger } from './integer-classes.ts';
import type { Pool, PoolProblem } from './pool/read.ts';
import { isReadFromText } from './trace-answers.ts';
import { chosenProblems, type ProblemChoice } from './voting-problems.ts';

/** Traces of a working set; `all` takes as many as the largest problem has. */
export type SetSize = number | 'all';

/** `auto` looks at the pool's answers. */
export const answerChoices = ['auto', 'integer', 'math'] as const;
export type AnswerChoice = (typeof answerChoices)[number];

export interface OpenChoices extends ProblemChoice {
  readonly ks: readonly SetSize[];
  readonly answers: AnswerChoice;
}

export interface SettledChoices {
  /** Distinct, in ascending order, none larger than the largest problem. */
  readonly ks: readonly number[];
  readonly answers: AnswerKind;
}

/** `say` is told of what is not as it was asked for. */
export async function settleChoices<Asked extends OpenChoices>(
  pool: Pool,
  asked: Asked,
  say: (line: string) => void = () => {},
): Promise<Omit<Asked, keyof SettledChoices> & SettledChoices> {
  const ks = await sizesOf(pool, asked, say);
  const answers = asked.answers === 'auto' ? await answerKindOf(pool, asked, say) : asked.answers;
  return { ...asked, ks, answers };
}

/** Sets cannot be larger than what the pool has: a larger K is taken as the largest there is. */
async function sizesOf(
  pool: Pool,
  { ks, ...choice }: OpenChoices,
  say: (line: string) => void,
): Promise<number[]> {
  let largest = 0;
  let smallest = Number.POSITIVE_INFINITY;
  for (const { problem_id } of chosenProblems(pool, choice)) {
    const traces = await pool.samples(problem_id);
    largest = Math.max(largest, traces);
    if (traces > 0) smallest = Math.min(smallest, traces);
  }
  const sizes = ks.map((k) => (largest === 0 ? 1 : k === 'all' ? largest : Math.min(k, largest)));
  const beyond = ks.filter((k) => typeof k === 'number' && k > largest);
  if (largest > 0 && beyond.length > 0) {
    const asked = beyond.map((k) => formatCount(Number(k))).join(', ');
    say(`no problem has ${asked} traces: the sets have ${formatCount(largest)}, the most that one has`);
  }
  const most = Math.max(...sizes);
  if (smallest < most) {
    say(
      `some problems have fewer than ${formatCount(most)} traces (the fewest: ${formatCount(smallest)}); their sets are all they have`,
    );
  }
  return [...new Set(sizes)].sort((a, b) => a - b);
}

/**
 * Why answers of these problems are to be compared as mathematics; null where whole numbers do. `fromTexts`: answers of
 * traces are read from their texts, by a rule that reads whole numbers up to a limit alone.
 */
export function mathReason(
  problems: readonly PoolProblem[],
  { fromTexts }: { readonly fromTexts: boolean },
): string | null {
  const known = problems.map(({ truth }) => truth).filter((truth) => truth !== null);
  if (known.length === 0) return fromTexts ? 'no problem has a reference answer' : null;
  const odd = known.filter((truth) => (fromTexts ? !isAimeAnswer(truth) : canonicalInteger(truth) === null));
  if (odd.length === 0) return null;
  const numbers = fromTexts ? `whole numbers up to ${formatCount(maxAimeAnswer)}` : 'whole numbers';
  return `${formatCount(odd.length)} of ${formatCount(known.length)} reference answers are not ${numbers}`;
}

/** Whole numbers, unless an answer of the problems, or one that traces were imported with, is something else. */
export async function answerKindOf(
  pool: Pool,
  choice: ProblemChoice,
  say: (line: string) => void = () => {},
): Promise<AnswerKind> {
  const problems = chosenProblems(pool, choice);
  const asMath = (what: string): AnswerKind => {
    say(`${what}: answers are compared as mathematics (--answers integer compares whole numbers only)`);
    return 'math';
  };
  const given = pool.settings.answers.mode === 'given';
  const reason = mathReason(problems, { fromTexts: !given });
  if (reason !== null) return asMath(reason);
  // Answers that were read from texts are whole numbers by the rule that reads them.
  if (!given) return 'integer';
  let fromTexts = false;
  for (const { problem_id } of problems) {
    for await (const batch of pool.traces(problem_id, { columns: ['answer', 'answer_source'] })) {
      const other = batch
        .texts('answer')
        .find((answer) => answer !== null && canonicalInteger(answer) === null);
      if (other !== undefined) return asMath(`an answer of ${problem_id} is ${JSON.stringify(other)}`);
      fromTexts ||= batch.texts('answer_source').some(isReadFromText);
    }
  }
  const ofTexts = fromTexts ? mathReason(problems, { fromTexts }) : null;
  return ofTexts === null ? 'integer' : asMath(ofTexts);
}
