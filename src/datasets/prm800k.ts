// PRM800K, phases 1 and 2 (arXiv 2305.20050), as released: {question, label: {steps, finish_reason}, labeler, …}.
// The solution is the trajectory that the labeler walked; how it is rebuilt is in prm800k-trajectory.ts. A row that
// holds none becomes a problem without a solution: the reference solution is never put in its place.
import { isRow } from '../storage/rows.ts';
import { restOf } from './adapter.ts';
import { errorStepsOf, rebuildTrajectory } from './prm800k-trajectory.ts';
import { datasetAdapter } from './record.ts';
import { answerField, objectField, requiredText } from './row-fields.ts';
import { statedAnswer } from './stated-answer.ts';

export const prm800k = datasetAdapter({
  name: 'prm800k',
  about: 'PRM800K rows: the rated trajectory, rebuilt from chosen and human completions',
  recognises: (row) => isRow(row.label) && 'finish_reason' in row.label && isRow(row.question),
  parts(row) {
    const question = objectField(row, 'question');
    const label = objectField(row, 'label');
    const trajectory = rebuildTrajectory(label);
    const steps = trajectory.map(({ text }) => text);
    return {
      task: 'math',
      problem: requiredText(question, 'problem'),
      steps,
      answer: answerField(question, 'ground_truth_answer'),
      finalAnswer: label.finish_reason === 'solution' ? statedAnswer(steps) : null,
      errorSteps: errorStepsOf(trajectory, label.finish_reason),
      meta: {
        ...restOf(row, ['question', 'id']),
        phase: 'pre_generated_steps' in question ? 2 : 1,
        question: restOf(question, ['problem', 'ground_truth_answer']),
        ratings: trajectory.map(({ rating }) => rating),
        human_steps: trajectory.flatMap(({ human }, index) => (human ? [index] : [])),
      },
    };
  },
});
