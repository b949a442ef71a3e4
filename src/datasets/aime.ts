// AIME problems and the competitions of MathArena, in the layouts in which they go round: {question, answer} in a file
// named after the competition, {problem_idx, problem, answer, problem_type}, {ID, Problem, Solution, Answer}, and
// {id, problem, solution, answer, url, year}. `meta.competition` and `meta.year` come from the row or the file's name.
import { contentId } from '../records/identity.ts';
import { type Adapter, badRow, restOf, type SourceRow } from './adapter.ts';
import { recordOf } from './record.ts';
import { referenceSolution } from './reference-solution.ts';
import { answerField, idField, present, textField } from './row-fields.ts';

const problemKeys = ['question', 'problem', 'Problem'] as const;
const taken = [
  ...problemKeys,
  'solution',
  'Solution',
  'answer',
  'Answer',
  'id',
  'ID',
  'problem_idx',
  'problem_type',
];
const competitions = /(aime|hmmt|brumo|smt|cmimc|apex|arxivmath)/i;

function problemKeyOf(row: SourceRow): (typeof problemKeys)[number] | undefined {
  return problemKeys.find((key) => textField(row, key) !== null);
}

function subjectOf(types: unknown): string | null {
  const list: readonly unknown[] = Array.isArray(types) ? types : [types];
  return list.filter((type) => typeof type === 'string').join(', ') || null;
}

/** `aime_2025`, `2024-I-4` or an address such as …/2024_AIME_I_Problems. */
function yearIn(...texts: readonly (string | null)[]): number | null {
  const found = texts.map((text) => /(?:19|20)\d\d/.exec(text ?? '')?.[0]).find((year) => year !== undefined);
  return found === undefined ? null : Number(found);
}

function isIntegerAnswer(row: SourceRow): boolean {
  return /^\d{1,3}$/.test(answerField(row, 'answer') ?? '');
}

export const aime: Adapter = {
  name: 'aime',
  about: 'AIME and MathArena rows: competition problems with their answers',
  recognises(row, { fileName }) {
    // Outputs of models have the gold answer beside their own.
    if (problemKeyOf(row) === undefined || 'gold_answer' in row) return false;
    if ('problem_idx' in row && 'answer' in row) return true;
    if ('ID' in row && 'Problem' in row && 'Answer' in row) return true;
    if (typeof row.url === 'string' && /aime/i.test(row.url)) return 'answer' in row;
    return /aime/i.test(fileName ?? '') && isIntegerAnswer(row);
  },
  adapt(row, { fileName }) {
    const problemKey = problemKeyOf(row);
    if (problemKey === undefined) throw badRow('no problem in it (question, problem or Problem)');
    const capital = problemKey === 'Problem';
    const reference = referenceSolution(
      row,
      capital ? 'Solution' : 'solution',
      capital ? 'Answer' : 'answer',
    );
    const originalId = idField(row, 'id', 'ID', 'problem_idx');
    const address = textField(row, 'url');
    const known = /aime/i.test(address ?? '') || capital ? 'aime' : competitions.exec(fileName ?? '')?.[1];
    const year = yearIn(idField(row, 'year'), originalId, address, fileName);
    return recordOf({
      dataset: known === undefined || known.toLowerCase() === 'aime' ? 'aime' : known.toLowerCase(),
      subset: fileName,
      originalId: originalId ?? contentId(row),
      subject: subjectOf(row.problem_type),
      task: 'math',
      problem: row[problemKey] as string,
      ...reference,
      meta: {
        ...present({ competition: known?.toUpperCase(), year }),
        ...restOf(row, taken),
      },
    });
  },
};
