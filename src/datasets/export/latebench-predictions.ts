// A critique as the original LateBench schema holds it: step numbers from 1, one critic a solution. Its flag for
// success is set for readable replies only, so that a failed call does not read as "no error".
import type { Critique } from '../../records/critique.ts';
import { toStepNumber } from '../../records/steps.ts';

/** The first critique; null when there is none. */
export function predictionOf(critiques: readonly Critique[]): Record<string, unknown> | null {
  const critique = critiques[0];
  if (critique === undefined) return null;
  const ok = critique.status === 'ok';
  const first = critique.first_error ?? -1;
  const steps = critique.error_steps ?? (first >= 0 ? [first] : []);
  return {
    has_errors: ok && steps.length > 0,
    error_steps: ok ? steps.map(toStepNumber) : [],
    confidence_scores: {},
    explanations: Object.fromEntries(
      Object.entries(critique.explanations ?? {}).map(([step, text]) => [
        String(toStepNumber(Number(step))),
        text,
      ]),
    ),
    model_version: critique.model ?? critique.critic,
    success: ok,
  };
}
