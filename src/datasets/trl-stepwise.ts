// Stepwise supervision as TRL has it (trl-lib/math_shepherd, trl-lib/prm800k): {prompt, completions: [steps], labels:
// [true where the step is right]}.
import { restOf, textSteps } from './adapter.ts';
import { datasetAdapter } from './record.ts';
import { requiredText } from './row-fields.ts';
import { errorsByTruth } from './step-labels.ts';

export const trlStepwise = datasetAdapter({
  name: 'trl-stepwise',
  about: 'stepwise supervision of TRL: a prompt, completions and one label for each (true = right)',
  recognises: (row) =>
    typeof row.prompt === 'string' && Array.isArray(row.completions) && Array.isArray(row.labels),
  parts(row) {
    const steps = textSteps(row.completions, 'completions');
    return {
      problem: requiredText(row, 'prompt'),
      steps,
      errorSteps: errorsByTruth(row.labels, steps.length, 'labels', false),
      meta: restOf(row, ['id', 'prompt', 'completions', 'labels']),
    };
  },
});
