// BIG-Bench Mistake (arXiv 2311.08516): {input, steps, answer, target, mistake_index}, the first logical mistake from
// 0, null where there is none.
import { restOf, textSteps } from './adapter.ts';
import { datasetAdapter } from './record.ts';
import { answerField, requiredText } from './row-fields.ts';
import { errorStepsOf } from './step-labels.ts';

const taken = ['id', 'input', 'steps', 'answer', 'target', 'mistake_index'];

export const bigbenchMistake = datasetAdapter({
  name: 'bigbench-mistake',
  about: 'BIG-Bench Mistake rows: steps with the index of the first mistake (from 0, null = none)',
  recognises: (row) => Array.isArray(row.steps) && 'mistake_index' in row,
  parts(row) {
    const steps = textSteps(row.steps, 'steps');
    const { mistake_index: label } = row;
    return {
      problem: requiredText(row, 'input'),
      steps,
      answer: answerField(row, 'target'),
      finalAnswer: answerField(row, 'answer'),
      errorSteps:
        label === null
          ? []
          : errorStepsOf(label, steps.length, { name: 'mistake_index', kind: 'index', base: 0 }),
      meta: restOf(row, taken),
    };
  },
});
