// PRMBench (arXiv 2501.03124): a solution that was changed so that the steps named in `error_steps` (from 1) are
// wrong in the way `classification` says. The changed process is judged; the original one stays beside it. Also in the
// flat form of its own evaluation: {idx, question, steps, error_steps, classification}, `correct` being one of those.
import { contentId } from '../records/identity.ts';
import { type Adapter, badRow, restOf, type SourceRow, textSteps } from './adapter.ts';
import { recordOf } from './record.ts';
import { answerField, idField, present, stepsFromNumbers, textField } from './row-fields.ts';

const questionKeys = ['modified_question', 'question', 'original_question'];
const taken = ['idx', 'id', 'original_process', 'reason', 'ground_truth'];

function processKeyOf(row: SourceRow): 'modified_process' | 'steps' | undefined {
  if (Array.isArray(row.modified_process)) return 'modified_process';
  const flat = Array.isArray(row.steps) && 'idx' in row && 'question' in row && 'classification' in row;
  return flat ? 'steps' : undefined;
}

export const prmbench: Adapter = {
  name: 'prmbench',
  about: 'PRMBench rows: a changed process with the numbers of its wrong steps (from 1)',
  recognises: (row) => processKeyOf(row) !== undefined && 'error_steps' in row,
  adapt(row, { fileName }) {
    const questionKey = questionKeys.find((key) => textField(row, key) !== null);
    if (questionKey === undefined) throw badRow(`no question in it (${questionKeys.join(', ')})`);
    const processKey = processKeyOf(row) ?? 'modified_process';
    const steps = textSteps(row[processKey], processKey);
    const { steps: errors, outside } = stepsFromNumbers(row.error_steps, steps.length);
    if (outside.length > 0 && errors.length === 0) {
      throw badRow(`error_steps = ${JSON.stringify(row.error_steps)} does not fit ${steps.length} steps`);
    }
    const kind = textField(row, 'classification');
    const reason = textField(row, 'reason');
    const own = idField(row, 'idx', 'id') ?? contentId(row);
    return recordOf({
      dataset: 'prmbench',
      subset: fileName,
      // The same problem comes back under several kinds of error.
      originalId: kind === null || own.includes(kind) ? own : `${kind}-${own}`,
      task: 'math',
      problem: row[questionKey] as string,
      steps,
      answer: answerField(row, 'ground_truth'),
      errorSteps: errors,
      errorSource: 'injected',
      injection:
        errors.length === 0
          ? undefined
          : {
              status: 'accepted',
              mode: 'general',
              error_step: errors[0]!,
              error_type: kind,
              explanation: reason,
              verification: null,
              difficulty: null,
              ...present({ original_steps: row.original_process }),
            },
      meta: {
        ...restOf(row, [...taken, processKey, questionKey]),
        ...present({ outside: outside.length === 0 ? null : outside }),
        ...(errors.length === 0 ? present({ reason, original_process: row.original_process }) : {}),
      },
    });
  },
};
