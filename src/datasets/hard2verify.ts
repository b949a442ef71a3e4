// Hard2Verify (arXiv 2510.13744): {unique_id, question, model_response_by_step, human_labels (1 = right),
// human_labels_first_error_idx (from 0, -1 = none), canary}. As published, four fields are encrypted under the canary,
// against leaks into training data; they are read as the authors' own script reads them. Errors are carried forward:
// every step that rests on an error is labelled wrong.
import { createHash } from 'node:crypto';
import { parseJson } from '../records/parse-json.ts';
import { badRow, restOf, type SourceRow, textSteps } from './adapter.ts';
import { datasetAdapter } from './record.ts';
import { requiredText, textField } from './row-fields.ts';
import { errorStepsOf, errorsByTruth } from './step-labels.ts';

const first = 'human_labels_first_error_idx';
const secret = ['question', 'model_response_by_step', 'human_labels', first];

function decrypted(text: string, canary: string): unknown {
  const key = createHash('sha256').update(canary, 'utf8').digest();
  const bytes = Buffer.from(text, 'base64').map((byte, index) => byte ^ key[index % key.length]!);
  const plain = Buffer.from(bytes).toString('utf8');
  try {
    return parseJson(plain);
  } catch {
    return plain;
  }
}

/** Encrypted fields are texts even where they hold lists. */
function readable(row: SourceRow): SourceRow {
  const canary = textField(row, 'canary');
  if (Array.isArray(row.model_response_by_step)) return row;
  if (canary === null) throw badRow('model_response_by_step is encrypted, and the row has no canary');
  const open = secret.filter((name) => typeof row[name] === 'string');
  return {
    ...row,
    ...Object.fromEntries(open.map((name) => [name, decrypted(row[name] as string, canary)])),
  };
}

export const hard2verify = datasetAdapter({
  name: 'hard2verify',
  about: 'Hard2Verify rows: a response by step with one human label a step (1 = right)',
  recognises: (row) => 'model_response_by_step' in row && 'human_labels' in row,
  ids: ['unique_id', 'id'],
  parts(given) {
    const row = readable(given);
    const steps = textSteps(row.model_response_by_step, 'model_response_by_step');
    const errors = errorsByTruth(row.human_labels, steps.length, 'human_labels', false);
    const [named] = errorStepsOf(row[first], steps.length, { name: first, kind: 'index', base: 0 }) ?? errors;
    if (named !== errors[0]) throw badRow(`${first} = ${row[first]} is not the first 0 of human_labels`);
    return {
      task: 'math',
      generator: textField(row, 'model') ?? textField(row, 'model_name'),
      problem: requiredText(row, 'question'),
      steps,
      errorSteps: errors,
      meta: restOf(row, ['unique_id', 'id', 'question', 'model_response_by_step', 'human_labels', first]),
    };
  },
});
