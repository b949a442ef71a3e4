// Minerva's problems from MIT OpenCourseWare (arXiv 2206.14858), 272 of them: {problem, solution, type, idx}. The answer
// is in the last box of the reference solution.
import { lastBoxed } from '../mathverify/boxes.ts';
import { badRow, restOf } from './adapter.ts';
import { datasetAdapter } from './record.ts';
import { referenceSolution } from './reference-solution.ts';
import { hasTexts, requiredText, textField } from './row-fields.ts';

export const minerva = datasetAdapter({
  name: 'minerva',
  about: 'Minerva rows: a reference solution of a course, with the answer in its box',
  recognises: (row, { fileName }) =>
    hasTexts(row, 'problem', 'solution') &&
    !('level' in row) &&
    (('type' in row && 'idx' in row) || /minerva/i.test(fileName ?? '')),
  ids: ['id', 'idx'],
  parts(row) {
    if (lastBoxed(requiredText(row, 'solution')) === null) throw badRow('solution has no boxed answer');
    return {
      subject: textField(row, 'type'),
      task: 'math',
      problem: requiredText(row, 'problem'),
      ...referenceSolution(row, 'solution', 'answer'),
      meta: restOf(row, ['id', 'idx', 'problem', 'solution', 'answer', 'type']),
    };
  },
});
