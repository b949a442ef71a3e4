// A reward model as vLLM serves it at /pooling (beside /v1, not in it): it takes the same messages as a chat and answers
// with numbers instead of a text.
import { garbled } from '../wire-error.ts';
import { numbersDialect } from './numbers.ts';

export const poolingDialect = numbersDialect({
  name: 'pooling',
  base: (baseUrl) => baseUrl.replace(/\/v1\/?$/, ''),
  input: (messages) => ({ messages }),
  numbers(entry) {
    const rewards = entry?.data ?? entry?.embedding;
    if (!Array.isArray(rewards)) throw garbled('the reply has no data: is this a reward model?');
    return rewards;
  },
});
