// A cascade of two models: the first is asked about every solution, the second only where the verdict of the first is not
// accepted. What is accepted is the rule that `latebench cascade` chooses from stored critiques.
import { acceptsVerdict, type CascadeRule } from '../records/cascade.ts';
import type { Solution } from '../records/solution.ts';
import { addUsage, noUsage } from '../records/usage.ts';
import type { Stage } from '../stream/stage.ts';
import type { ModelCritic } from './critic.ts';
import { critiqueStage } from './critique-stage.ts';

/** Options of a cascade. */
export interface CascadeOptions {
  readonly first: ModelCritic;
  /** Asked where the verdict of the first is not accepted. */
  readonly next: ModelCritic;
  readonly rule: CascadeRule;
  /** Share of votes from which a verdict is accepted, 0 to 1. */
  readonly share: number;
  /** Default `<first>+<next>`. */
  readonly name?: string | undefined;
  /** Told who decided each record. */
  readonly onDecided?: (by: 'first' | 'next') => void;
}

/**
 * The cascade as a stage: adds one critique to each record, that of the critic that decided, with the tokens of all calls.
 */
export function cascadeStage({
  first,
  next,
  rule,
  share,
  name,
  onDecided,
}: CascadeOptions): Stage<Solution, Solution> {
  const critic = name ?? `${first.config.critic}+${next.config.critic}`;
  return critiqueStage({
    version: 'cascade-1',
    config: { ...first.config, critic, cascade: { rule, share, next: next.config } },
    async critique(judged, _id, signal) {
      const own = await first.critique(judged, signal);
      const verdict = { first_error: own.first_error ?? null, agreement: own.agreement ?? null };
      if (own.status === 'ok' && acceptsVerdict(rule, share, verdict)) {
        onDecided?.('first');
        return { ...own, critic };
      }
      const other = await next.critique(judged, signal);
      onDecided?.('next');
      return { ...other, critic, usage: addUsage(own.usage ?? noUsage, other.usage ?? noUsage) };
    },
  });
}
