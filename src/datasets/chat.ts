// Conversations: {messages: [{role, content}]}, of one question and one reply. The user's message is the problem, the
// assistant's the solution. Several turns are no solution of one problem, and are refused.
import { badRow, restOf } from './adapter.ts';
import { areMessages, messagesOf } from './messages.ts';
import { datasetAdapter } from './record.ts';
import { answerField, textField } from './row-fields.ts';
import { splitSteps } from './split-steps.ts';
import { statedAnswer } from './stated-answer.ts';

const problemNames = ['problem', 'question', 'prompt'];

export const chat = datasetAdapter({
  name: 'chat',
  about: 'conversations of one turn: the user asks the problem, the assistant solves it',
  recognises: (row) => areMessages(row.messages) && problemNames.every((name) => !(name in row)),
  parts(row) {
    const messages = messagesOf(row.messages, 'messages');
    const turns = messages.filter(({ role }) => role !== 'system');
    const [asked, replied] = turns;
    if (
      asked?.role !== 'user' ||
      turns.length > 2 ||
      (replied !== undefined && replied.role !== 'assistant')
    ) {
      throw badRow(
        `messages has the roles ${messages.map(({ role }) => role).join(', ')}; one user and one assistant are a problem and its solution`,
      );
    }
    if (asked.content.trim() === '') throw badRow('the message of the user is empty');
    const steps = replied === undefined || replied.content.trim() === '' ? null : splitSteps(replied.content);
    const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
    return {
      generator: textField(row, 'model'),
      problem: asked.content,
      steps,
      answer: answerField(row, 'ground_truth'),
      finalAnswer: steps === null ? null : statedAnswer(steps),
      meta: {
        ...restOf(row, ['id', 'messages', 'ground_truth', 'model']),
        ...(system.length > 0 ? { system } : {}),
      },
    };
  },
});
