// Steps that carry their labels: {problem, steps: [{text, label}]}. Signs and words (+, -1, "incorrect") say what they
// mean; booleans, and 0 and 1 without a -1, do not, and are refused with the flags that settle it.
import { isRow } from '../storage/rows.ts';
import { badRow, restOf, type SourceRow, unsettled } from './adapter.ts';
import { datasetAdapter } from './record.ts';
import { answerField, textField } from './row-fields.ts';
import { errorsBySign, kindOf } from './step-labels.ts';

const problemKeys = ['problem', 'question', 'prompt'];
const textKeys = ['text', 'content', 'step'];
const labelKeys = ['label', 'rating'];

const keyIn = (row: SourceRow, names: readonly string[]): string | undefined =>
  names.find((name) => textField(row, name) !== null);
const labelKeyIn = (step: SourceRow): string | undefined => labelKeys.find((name) => name in step);

function firstStep(row: SourceRow): SourceRow | null {
  const first: unknown = Array.isArray(row.steps) ? row.steps[0] : null;
  return isRow(first) ? first : null;
}

export const labelledSteps = datasetAdapter({
  name: 'labelled-steps',
  about: 'steps with a label each: steps: [{text, label}]',
  recognises(row) {
    const step = firstStep(row);
    return (
      step !== null &&
      keyIn(row, problemKeys) !== undefined &&
      keyIn(step, textKeys) !== undefined &&
      labelKeyIn(step) !== undefined
    );
  },
  parts(row) {
    const problemKey = keyIn(row, problemKeys);
    const step = firstStep(row) ?? {};
    const [textKey, labelKey] = [keyIn(step, textKeys), labelKeyIn(step)];
    if (problemKey === undefined) throw badRow(`no problem in it (${problemKeys.join(', ')})`);
    if (textKey === undefined || labelKey === undefined) throw badRow('steps[0] has no text and label');
    const given = row.steps as readonly unknown[];
    const steps = given.map((value, index) => {
      const text = isRow(value) ? textField(value, textKey) : null;
      if (text === null) throw badRow(`steps[${index}].${textKey} is not a text`);
      return text;
    });
    const labels = given.map((value) => (value as SourceRow)[labelKey]);
    const [missing] = labels.flatMap((label, index) =>
      label === null || label === undefined ? [index] : [],
    );
    // Labels may end where the annotator stopped: then nothing is known of what follows, nor of the whole.
    const known = missing === undefined ? labels : labels.slice(0, missing);
    if (known.length > 0 && kindOf(known, known.length) !== 'signs') {
      throw unsettled(
        `steps[*].${labelKey} = ${JSON.stringify(known.slice(0, 5))}: nothing says whether that is right or wrong`,
        `--steps-key 'steps[*].${textKey}' --label-key 'steps[*].${labelKey}' --label-kind correct (true or 1 is a right step), or wrong, or signs`,
      );
    }
    const errors = errorsBySign(known, known.length, labelKey);
    return {
      problem: row[problemKey] as string,
      steps,
      answer: answerField(row, 'answer'),
      errorSteps: missing !== undefined && errors.length === 0 ? null : errors,
      meta: restOf(row, ['id', problemKey, 'answer', 'steps']),
    };
  },
});
