// Rows of verl and of DAPO-Math-17k: {data_source, prompt: [messages], ability, reward_model: {ground_truth, style},
// extra_info}. The problem is `extra_info.question` where the row has it, else the last message of the user; DAPO's
// instructions around it are taken off. These rows hold problems and answers, no solutions.
import { isRow } from '../storage/rows.ts';
import { badRow, restOf, type SourceRow } from './adapter.ts';
import { messagesOf } from './messages.ts';
import { datasetAdapter } from './record.ts';
import { answerField, objectField, textField } from './row-fields.ts';

/** DAPO's prompt, to the letter; what it surrounds is the problem. */
const dapo =
  /^Solve the following math problem step by step\. The last line of your response should be of the form Answer: \$Answer \(without quotes\) where \$Answer is the answer to the problem\.\s+([\s\S]+?)\s+Remember to put your answer on its own line after "Answer:"\.\s*$/;

function questionOf(row: SourceRow): string {
  const given = textField(objectField(row, 'extra_info'), 'question');
  if (given !== null) return given;
  const asked =
    textField(row, 'prompt') ??
    messagesOf(row.prompt, 'prompt').findLast(({ role }) => role === 'user')?.content;
  if (asked === undefined || asked.trim() === '') throw badRow('prompt has no message of the user');
  return dapo.exec(asked)?.[1] ?? asked;
}

export const verl = datasetAdapter({
  name: 'verl',
  about: 'rows of verl and DAPO: a prompt with the ground truth of its reward; problems without solutions',
  recognises: (row) =>
    isRow(row.reward_model) &&
    'ground_truth' in row.reward_model &&
    (typeof row.prompt === 'string' || Array.isArray(row.prompt)),
  parts(row) {
    const info = objectField(row, 'extra_info');
    const index = info.index;
    return {
      ...(typeof index === 'string' || typeof index === 'number' ? { originalId: String(index) } : {}),
      task: textField(row, 'ability'),
      problem: questionOf(row),
      answer: answerField(objectField(row, 'reward_model'), 'ground_truth'),
      meta: restOf(row, ['id', 'ability']),
    };
  },
});
