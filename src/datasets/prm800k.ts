// PRM800K, phases 1 and 2 (arXiv 2305.20050), as released: {question, label: {steps, finish_reason}, labeler, …}.
// The solution is the trajectory that the labeler walked; how it is rebuilt is in prm800k-trajectory.ts. A row that
// holds none becomes a problem without a solution: the reference solution is never put in its place.
import { contentId } from '../records/identity.ts';
import { isRow } from '../storage/rows.ts';
import { type Adapter, restOf } from './adapter.ts';
import { errorStepsOf, rebuildTrajectory } from './prm800k-trajectory.ts';
import { recordOf } from './record.ts';
import { answerField, idField, objectField, requiredText } from './row-fields.ts';
import { statedAnswer } from './stated-answer.ts';

export const prm800k: Adapter = {
  name: 'prm800k',
  about: 'PRM800K rows: the rated trajectory, rebuilt from chosen and human completions',
  recognises: (row) => isRow(row.label) && 'finish_reason' in row.label && isRow(row.question),
  adapt(row, { fileName }) {
    const question = objectField(row, 'question');
    const label = objectField(row, 'label');
    const trajectory = rebuildTrajectory(label);
    const steps = trajectory.map(({ text }) => text);
    return recordOf({
      dataset: 'prm800k',
      subset: fileName,
      originalId: idField(row, 'id') ?? contentId(row),
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
    });
  },
};
