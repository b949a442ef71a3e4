// A critic's prediction in the original LateBench schema as one of our critiques. There a call that failed counted
// as "no error"; here it is `failed`, and says nothing.
import { toStepIndex } from '../records/steps.ts';
import { isRow } from '../storage/rows.ts';
import { textField } from './row-fields.ts';

function stepIndexes(value: unknown): number[] {
  if (!Array.isArray(value)) return [];
  const numbers = value.filter((number): number is number => Number.isInteger(number) && number >= 1);
  return [...new Set(numbers)].sort((a, b) => a - b).map(toStepIndex);
}

/** At most one critique: the schema holds one critic a solution. */
export function critiquesOf(prediction: unknown): object[] {
  if (!isRow(prediction)) return [];
  const model = textField(prediction, 'model_version');
  const base = { critic: `${model ?? 'unknown'}/all_errors`, protocol: 'all_errors', model };
  if (prediction.success === false) {
    return [{ ...base, status: 'failed', first_error: null, error_steps: null, explanations: {} }];
  }
  const steps = stepIndexes(prediction.error_steps);
  const explanations = isRow(prediction.explanations) ? Object.entries(prediction.explanations) : [];
  return [
    {
      ...base,
      status: 'ok',
      first_error: steps[0] ?? -1,
      error_steps: steps,
      explanations: Object.fromEntries(
        explanations
          .filter(([number, text]) => /^[1-9]\d*$/.test(number) && typeof text === 'string')
          .map(([number, text]) => [String(toStepIndex(Number(number))), text]),
      ),
    },
  ];
}
