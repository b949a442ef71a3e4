// Omni-MATH and its rule-checkable part (arXiv 2410.07985): {domain: [paths], difficulty, problem, solution, answer,
// source}. A path is `Mathematics -> Algebra -> …`: its second part is the subject, the paths stay in `meta.domain`.
import { restOf } from './adapter.ts';
import { datasetAdapter } from './record.ts';
import { referenceSolution } from './reference-solution.ts';
import { present, requiredText, textField } from './row-fields.ts';

const taken = ['id', 'difficulty', 'problem', 'solution', 'answer', 'source'];

function subjectOf(domain: unknown): string | null {
  const first: unknown = Array.isArray(domain) ? domain[0] : domain;
  if (typeof first !== 'string') return null;
  const parts = first.split('->').map((part) => part.trim());
  return (parts[1] ?? parts[0]) || null;
}

export const omnimath = datasetAdapter({
  name: 'omnimath',
  about: 'Omni-MATH rows: a reference solution with domain, difficulty and competition',
  recognises: (row) => typeof row.problem === 'string' && Array.isArray(row.domain) && 'difficulty' in row,
  parts(row) {
    const reference = referenceSolution(row, 'solution', 'answer');
    return {
      subject: subjectOf(row.domain),
      difficulty: row.difficulty,
      task: 'math',
      problem: requiredText(row, 'problem'),
      ...reference,
      meta: { ...present({ competition: textField(row, 'source') }), ...restOf(row, taken) },
    };
  },
});
