// GSM8K with a model's reasoning: {question, cot | reasoning, final_answer | answer}. The reasoning is the solution; the
// answer is short, or GSM8K's own text, of which what follows #### is the answer.
import { badRow, restOf, type SourceRow } from './adapter.ts';
import { gsm8kParts, hasReasoning, reasoningKeys } from './gsm8k.ts';
import { datasetAdapter } from './record.ts';
import { answerField, requiredText, textField } from './row-fields.ts';
import { splitSteps } from './split-steps.ts';
import { statedAnswer } from './stated-answer.ts';

const answerKeys = ['final_answer', 'answer'];

function keyOf(row: SourceRow, names: readonly string[]): string | undefined {
  return names.find((name) => answerField(row, name) !== null);
}

export const gsm8kReasoning = datasetAdapter({
  name: 'gsm8k-reasoning',
  about: 'GSM8K rows with reasoning: question, the reasoning of a model and the answer',
  recognises: (row) =>
    typeof row.question === 'string' && hasReasoning(row) && keyOf(row, answerKeys) !== undefined,
  parts(row) {
    const reasoningKey = keyOf(row, reasoningKeys);
    const answerKey = keyOf(row, answerKeys);
    if (reasoningKey === undefined) throw badRow(`no reasoning in it (${reasoningKeys.join(', ')})`);
    const text = answerKey === undefined ? null : answerField(row, answerKey);
    const steps = splitSteps(textField(row, reasoningKey) ?? '');
    return {
      task: 'math',
      problem: requiredText(row, 'question'),
      steps,
      answer: text?.includes('####') === true ? gsm8kParts(text).answer : text,
      finalAnswer: statedAnswer(steps),
      meta: {
        ...restOf(row, ['id', 'question', reasoningKey, ...(answerKey === undefined ? [] : [answerKey])]),
        // The reference solution, where the answer holds one.
        ...(text?.includes('####') === true ? { reference_solution: text } : {}),
      },
    };
  },
});
