// An injection that a person wrote without a model: the solution with what it is to become from one step on, as the gate
// judges it.
import { LateBenchError } from '../errors.ts';
import type { Injection } from '../records/injection.ts';
import type { Solution } from '../records/solution.ts';
import { errorTypeOf } from '../records/taxonomy.ts';
import type { Gate } from './gate/check.ts';
import { gateOfRecord, wholeSolution, withGate } from './gated-record.ts';

export interface WrittenInjection {
  /** The step with the error, 0-based. */
  readonly step: number;
  /** What takes the place of that step and all that follow. */
  readonly steps: readonly string[];
  /** What the changed solution reaches. */
  readonly finalAnswer: string;
  /** A key of the taxonomy. */
  readonly errorType: string;
  readonly explanation: string;
  readonly author: string;
}

/**
 * @param record A solution that is not known to have an error.
 * @returns The changed record, accepted or rejected by the gate on exactly these steps, and every check.
 * @throws LB_USAGE for a solution with a known error, a step that it does not have, and an unknown type of error.
 */
export function writtenInjection(
  record: Solution,
  written: WrittenInjection,
): { readonly record: Solution; readonly gate: Gate } {
  const { step, steps, finalAnswer, errorType, explanation, author } = written;
  if ((record.error_steps ?? []).length > 0)
    throw new LateBenchError('LB_USAGE', 'this solution is known to have an error; choose a correct one');
  if (step >= record.steps.length)
    throw new LateBenchError('LB_USAGE', `step ${step + 1} of a solution of ${record.steps.length} steps`);
  if (errorTypeOf(errorType) === undefined)
    throw new LateBenchError('LB_USAGE', `error type ${JSON.stringify(errorType)} is not in the taxonomy`);
  const injection: Injection = {
    mode: 'manual',
    error_step: step,
    error_type: errorType,
    explanation,
    original_steps: record.steps,
    original_final_answer: record.final_answer ?? record.answer ?? null,
    model: null,
    written_by: author,
  };
  const changed: Solution = {
    ...record,
    steps: [...record.steps.slice(0, step), ...steps],
    final_answer: finalAnswer,
    final_answer_correct: false,
    error_steps: [step],
    error_source: 'injected',
    injection,
    // What was said about the original steps does not hold for these.
    ...(record.critiques == null ? {} : { critiques: [] }),
  };
  const gate = gateOfRecord(changed, wholeSolution) ?? {
    shape: { ok: false, detail: 'there is no original solution to compare with' },
  };
  return { record: withGate(changed, gate), gate };
}
