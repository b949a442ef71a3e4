// OlympiadBench (arXiv 2402.14008): {id, question, solution: [texts], final_answer: [texts], subfield, …}. The first
// solution is the solution, further ones stay in `meta.other_solutions`; a context precedes the question.
import { restOf } from './adapter.ts';
import { datasetAdapter } from './record.ts';
import { present, requiredText, textField } from './row-fields.ts';
import { splitSteps } from './split-steps.ts';

const taken = ['id', 'question', 'context', 'solution', 'final_answer', 'subfield', 'difficulty', 'subject'];

function texts(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((text): text is string => typeof text === 'string' && text.trim() !== '');
}

export const olympiadbench = datasetAdapter({
  name: 'olympiadbench',
  about: 'OlympiadBench rows: reference solutions and final answers as lists',
  recognises: (row) =>
    typeof row.question === 'string' && 'subfield' in row && ('final_answer' in row || 'answer_type' in row),
  parts(row) {
    const question = requiredText(row, 'question');
    const context = textField(row, 'context');
    const [solution, ...others] = texts(row.solution);
    const answers = texts(row.final_answer);
    const answer = answers.length === 0 ? null : answers.join(', ');
    return {
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
    };
  },
});
