// GSM8K (arXiv 2110.14168): {question, answer}, the answer being a solution of one step a line, with calculator marks
// `<<48/2=24>>` in it and `#### 24` at its end. The marks leave the text and stay in `meta.calculations`.
import { badRow, restOf, type SourceRow } from './adapter.ts';
import { datasetAdapter } from './record.ts';
import { hasTexts, requiredText, textField } from './row-fields.ts';

const mark = /<<([^<>]*)>>/g;

export interface Gsm8kParts {
  readonly solution: string;
  readonly answer: string | null;
  readonly calculations: readonly string[];
}

/** Fields in which a model's reasoning is beside the answer. */
export const reasoningKeys = ['cot', 'reasoning', 'rationale'];

/** True of a row with reasoning beside its answer. */
export function hasReasoning(row: SourceRow): boolean {
  return reasoningKeys.some((name) => textField(row, name) !== null);
}

/** The solution without marks, and what follows the last `####`. */
export function gsm8kParts(text: string): Gsm8kParts {
  const end = text.lastIndexOf('####');
  const clean = (part: string): string => part.replace(mark, '').trim();
  return {
    solution: clean(end === -1 ? text : text.slice(0, end)),
    answer: end === -1 ? null : clean(text.slice(end + 4)) || null,
    calculations: [...text.matchAll(mark)].map((match) => match[1]!),
  };
}

export const gsm8k = datasetAdapter({
  name: 'gsm8k',
  about: 'GSM8K rows: question and an answer that ends with ####',
  recognises: (row) =>
    hasTexts(row, 'question', 'answer') && /(?:^|\n)####/.test(row.answer) && !hasReasoning(row),
  parts(row) {
    const { solution, answer, calculations } = gsm8kParts(requiredText(row, 'answer'));
    if (answer === null) throw badRow('answer has no line that begins with ####');
    return {
      task: 'math',
      problem: requiredText(row, 'question'),
      steps: solution.split(/\r?\n/).filter((line) => line.trim() !== ''),
      answer,
      finalAnswer: answer,
      meta: { ...restOf(row, ['id', 'question', 'answer']), calculations },
    };
  },
});
