// OpenR1-Math (open-r1): rows of NuminaMath 1.5 with two to four reasoning traces of DeepSeek R1. Each trace becomes a
// record, `uuid/0`, `uuid/1`, with what math-verify said of its answer; the reference solution stays in `meta`.
import { lastBoxed } from '../mathverify/boxes.ts';
import { contentId } from '../records/identity.ts';
import { type Adapter, badRow, restOf, type SourceRow } from './adapter.ts';
import { recordOf } from './record.ts';
import { answerField, idField, present, requiredText, textField } from './row-fields.ts';
import { splitSteps } from './split-steps.ts';

/** Lists with one entry a trace. */
const perTrace = [
  'generations',
  'is_reasoning_complete',
  'correctness_math_verify',
  'correctness_llama',
  'finish_reasons',
];
const taken = [
  'uuid',
  'problem',
  'answer',
  'solution',
  'source',
  'problem_type',
  'question_type',
  'messages',
  ...perTrace,
];

function entry(row: SourceRow, name: string, index: number): unknown {
  const list = row[name];
  return Array.isArray(list) ? list[index] : undefined;
}

export const openr1: Adapter = {
  name: 'openr1',
  about: 'OpenR1-Math rows: a record for each generation, with the verdict on its answer',
  recognises: (row) => typeof row.problem === 'string' && Array.isArray(row.generations),
  adapt(row, { fileName }) {
    const generations = row.generations as readonly unknown[];
    if (generations.length === 0) throw badRow('generations is empty');
    const problem = requiredText(row, 'problem');
    const own = idField(row, 'uuid', 'id') ?? contentId(row);
    return generations.map((generation, index) => {
      if (typeof generation !== 'string' || generation.trim() === '') {
        throw badRow(`generations[${index}] is not a text`);
      }
      const verdict = entry(row, 'correctness_math_verify', index) ?? entry(row, 'correctness_llama', index);
      return recordOf({
        dataset: 'openr1',
        subset: fileName,
        originalId: `${own}/${index}`,
        generator: 'DeepSeek-R1',
        subject: textField(row, 'problem_type'),
        task: textField(row, 'question_type'),
        problem,
        steps: splitSteps(generation),
        answer: answerField(row, 'answer'),
        finalAnswer: lastBoxed(generation),
        finalAnswerCorrect: verdict,
        meta: {
          ...present({
            competition: textField(row, 'source'),
            reference_solution: textField(row, 'solution'),
            ...Object.fromEntries(perTrace.slice(1).map((name) => [name, entry(row, name, index)])),
          }),
          ...restOf(row, taken),
        },
      });
    });
  },
};
