// MATH-APS (OpenR, labels by OmegaPRM): {question, process, label}. Each step of `process` ends with five line breaks;
// `label` has a + or a - for each of them. The labels were made by rollouts, not by people.
import { badRow, restOf } from './adapter.ts';
import { datasetAdapter } from './record.ts';
import { hasTexts, requiredText } from './row-fields.ts';
import { statedAnswer } from './stated-answer.ts';
import { errorsBySign } from './step-labels.ts';

const tag = /[ \t]*\n{5}[ \t]*/;

export const mathAps = datasetAdapter({
  name: 'math-aps',
  about: 'MATH-APS rows: a process cut by step tags, with + or - for each step',
  recognises: (row) => hasTexts(row, 'question', 'process') && Array.isArray(row.label),
  parts(row) {
    const steps = requiredText(row, 'process')
      .split(tag)
      .filter((step) => step.trim() !== '');
    const values = row.label as readonly unknown[];
    if (values.some((value) => value === 0) && values.includes(-1)) throw badRow('label mixes 0 and -1');
    // Releases write + and -, or 1 and 0.
    const signs = values.map((value) => (value === 0 ? '-' : value));
    return {
      task: 'math',
      problem: requiredText(row, 'question'),
      steps,
      finalAnswer: statedAnswer(steps),
      errorSteps: errorsBySign(signs, steps.length, 'label'),
      meta: restOf(row, ['id', 'question', 'process', 'label']),
    };
  },
});
