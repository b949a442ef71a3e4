// ProcessBench (Qwen, arXiv 2412.06559): {id, generator, problem, steps, final_answer_correct, label}. `label` is
// the 0-based first erroneous step, -1 = none; it is not the same as a wrong final answer.
import { type Adapter, badRow, errorStepsFromLabel, restOf, textSteps } from './adapter.ts';
import { recordOf } from './record.ts';

const taken = ['id', 'generator', 'problem', 'steps', 'final_answer_correct', 'label'];

export const processbench: Adapter = {
  name: 'processbench',
  about: 'ProcessBench rows: steps with the label of the first error (0-based, -1 = none)',
  recognises: (row) => Array.isArray(row.steps) && 'label' in row && 'final_answer_correct' in row,
  adapt(row) {
    const { id, generator, problem, label, final_answer_correct: correct } = row;
    if (typeof id !== 'string' || id === '') throw badRow('id is not a text');
    if (typeof problem !== 'string' || problem.trim() === '') throw badRow('problem is not a text');
    if (label === undefined) throw badRow('it has no label');
    if (!Number.isInteger(label)) throw badRow(`label = ${JSON.stringify(label)} is not a whole number`);
    const steps = textSteps(row.steps, 'steps');
    const errorSteps = errorStepsFromLabel(label, steps.length);
    const subset = id.includes('-') ? id.slice(0, id.lastIndexOf('-')) : null;
    return recordOf({
      dataset: 'processbench',
      subset,
      originalId: id,
      generator: typeof generator === 'string' ? generator : null,
      task: 'math',
      problem,
      steps,
      finalAnswerCorrect: correct,
      errorSteps,
      meta: restOf(row, taken),
    });
  },
};
