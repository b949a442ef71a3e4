// A critic that asks nobody: every closed equality and inequality of the steps is checked, and the first false one is the
// first error. With a model behind it, that is asked about the solutions in which no false one was found.
import { type FalseStatement, falseStatements } from '../arithmetic/first-false.ts';
import { arithmeticName } from '../records/critic-names.ts';
import type { Critique } from '../records/critique.ts';
import type { Protocol } from '../records/protocols.ts';
import type { Solution } from '../records/solution.ts';
import { noUsage } from '../records/usage.ts';
import type { Stage } from '../stream/stage.ts';
import type { ModelCritic } from './critic.ts';
import { critiqueStage } from './critique-stage.ts';
import type { Judged } from './prompt.ts';
import { flagsOf } from './votes.ts';

/** Options of the arithmetic critic. */
export interface ArithmeticCriticOptions {
  /** `first_error` names the first false step, `all_errors` all of them. */
  readonly protocol: Protocol;
  /** Asked about what arithmetic passes. */
  readonly next?: ModelCritic | undefined;
  /** Default `arithmetic`, or `arithmetic+<critic>` with a model behind it. */
  readonly name?: string | undefined;
}

/** Which equality, and what both sides come to: `23 × 23 = 539 does not hold: the left side is 529, the right side is 539.` */
function explanationOf({ left, sign, right, leftValue, rightValue }: FalseStatement): string {
  const values = [
    ...(leftValue === null ? [] : [`the left side is ${leftValue}`]),
    ...(rightValue === null ? [] : [`the right side is ${rightValue}`]),
  ];
  return `${left} ${sign} ${right} does not hold${values.length === 0 ? '' : `: ${values.join(', ')}`}.`;
}

/** The arithmetic critic as a stage: adds one critique to each record; without a model behind it, it makes no call. */
export function arithmeticStage({
  protocol,
  next,
  name,
}: ArithmeticCriticOptions): Stage<Solution, Solution> {
  const critic = name ?? (next === undefined ? arithmeticName : `${arithmeticName}+${next.config.critic}`);
  const verdictOf = ({ problem, steps }: Judged): Critique => {
    const all = falseStatements({ problem, steps });
    const found = protocol === 'all_errors' ? [...all] : [...firstOf(all)];
    const first = found[0]?.step ?? -1;
    const flags = protocol === 'all_errors' ? found.map(({ step }) => step) : flagsOf(first);
    const verdict = {
      status: 'ok',
      first_error: first,
      first_error_strict: first,
      error_steps: flags,
    } as const;
    return {
      critic,
      protocol,
      ...verdict,
      explanations: Object.fromEntries(found.map((one) => [String(one.step), explanationOf(one)])),
      votes: [{ sample: 0, ...verdict, note: 'arithmetic' }],
      agreement: 1,
      model: arithmeticName,
      prompt_version: null,
      usage: noUsage,
    };
  };
  return critiqueStage({
    version: 'arithmetic-1',
    config:
      next === undefined
        ? { critic, protocol, model: arithmeticName, votes: 1, arithmetic: true }
        : { ...next.config, critic, arithmetic: true },
    async critique(judged, _id, signal) {
      const own = verdictOf(judged);
      if (next === undefined || own.first_error !== -1) return own;
      return { ...(await next.critique(judged, signal)), critic };
    },
  });
}

function* firstOf<T>(items: Iterable<T>): Generator<T> {
  for (const item of items) {
    yield item;
    return;
  }
}
