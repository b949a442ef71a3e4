// What critics of every kind share as stages: they see the problem and the steps and nothing else of a record, and add
// one critique to it.
import type { Critique } from '../records/critique.ts';
import type { Solution } from '../records/solution.ts';
import { solutionStage } from '../stream/solution-stage.ts';
import type { Stage } from '../stream/stage.ts';
import type { Judged } from './prompt.ts';

/** False for a rejected or failed injection: nothing is known about such a record, so no critic is asked. */
function canBeJudged({ injection }: Solution): boolean {
  return injection?.status !== 'rejected' && injection?.status !== 'failed';
}

/** A critique replaces an earlier one of the same critic in its place; a new one is appended. */
function withCritique(earlier: readonly Critique[], critique: Critique): Critique[] {
  const place = earlier.findIndex(({ critic }) => critic === critique.critic);
  if (place === -1) return [...earlier, critique];
  return earlier
    .map((known, at) => (at === place ? critique : known))
    .filter((known, at) => at === place || known.critic !== critique.critic);
}

interface CritiqueStageOptions {
  readonly version: string;
  readonly config: Readonly<Record<string, unknown>>;
  /** `id` is for looking up stored scores; it must not reach a model. */
  critique(judged: Judged, id: string, signal: AbortSignal): Promise<Critique>;
}

export function critiqueStage({
  version,
  config,
  critique,
}: CritiqueStageOptions): Stage<Solution, Solution> {
  return solutionStage({
    name: 'critic',
    version,
    config,
    async change(record, { signal }) {
      if (!canBeJudged(record)) return null;
      const { id, problem, steps, critiques } = record;
      return {
        ...record,
        critiques: withCritique(critiques ?? [], await critique({ problem, steps }, id, signal)),
      };
    },
  });
}
