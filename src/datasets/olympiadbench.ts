// OlympiadBench (arXiv 2402.14008): {id, question, solution: [texts], final_answer: [texts], subfield, …}. The first
// solution is the solution, further ones stay in `meta.other_solutions`; a context stands before the question.
import { contentId } from '../records/identity.ts';
import { type Adapter, restOf } from './adapter.ts';
import { recordOf } from './record.ts';
import { idField, present, requiredText, textField } from './row-fields.ts';
import { splitSteps } from './split-steps.ts';

const taken = ['id', 'question', 'context', 'solution', 'final_answer', 'subfield', 'difficulty', 'subject'];

function texts(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((text): text is string => typeof text === 'string' && text.trim() !== '');
}

export const olympiadbench: Adapter = {
  name: 'olympiadbench',
  about: 'OlympiadBench rows: reference solutions and final answers as lists',
  recognises: (row) =>
    typeof row.question === 'string' && 'subfield' in row && ('final_answer' in row || 'answer_type' in row),
  adapt(row, { fileName }) {
    const question = requiredText(row, 'question');
    const context = textField(row, 'context');
    const [solution, ...others] = texts(row.solution);
    const answers = texts(row.final_answer);
    const answer = answers.length === 0 ? null : answers.join(', ');
    return recordOf({
      dataset: 'olympiadbench',
      subset: fileName,
      originalId: idField(row, 'id') ?? contentId(row),
      subject: textField(row, 'subfield'),
      difficulty: row.difficulty,
      task: textField(row, 'subject') ?? 'math',
      problem: context === null ? question : `${context}\n\n${question}`,
      steps: solution === undefined ? null : splitSteps(solution),
      answer,
      finalAnswer: solution === undefined ? null : answer,
      meta: {
        ...restOf(row, taken),
        ...present({ context, other_solutions: others.length === 0 ? null : others }),
        ...(answers.length > 1 ? { final_answer: answers } : {}),
      },
    });
  },
};
