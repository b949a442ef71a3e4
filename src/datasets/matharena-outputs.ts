// Model outputs of MathArena: {problem_idx, problem, model_name, idx_answer, answer, gold_answer, parsed_answer,
// correct}. `answer` is the model's text, and thus the solution; the reference is `gold_answer`.
import { badRow, restOf } from './adapter.ts';
import { datasetAdapter } from './record.ts';
import { answerField, idField, requiredText, textField } from './row-fields.ts';
import { splitSteps } from './split-steps.ts';

const taken = ['id', 'problem', 'model_name', 'answer', 'gold_answer', 'parsed_answer', 'correct'];

export const matharenaOutputs = datasetAdapter({
  name: 'matharena-outputs',
  about: "outputs of MathArena: a model's text with the gold answer and whether its own is correct",
  recognises: (row) => typeof row.problem === 'string' && 'gold_answer' in row && 'correct' in row,
  parts(row) {
    const model = textField(row, 'model_name');
    const text = textField(row, 'answer');
    if (text === null) throw badRow('answer, the text of the model, is empty');
    const place = [idField(row, 'problem_idx'), model, idField(row, 'idx_answer')];
    return {
      ...(place.includes(null) ? {} : { originalId: place.join('-') }),
      generator: model,
      task: 'math',
      problem: requiredText(row, 'problem'),
      steps: splitSteps(text),
      answer: answerField(row, 'gold_answer'),
      finalAnswer: answerField(row, 'parsed_answer'),
      finalAnswerCorrect: row.correct,
      meta: restOf(row, taken),
    };
  },
});
