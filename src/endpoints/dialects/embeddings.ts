// Embeddings as OpenAI and most servers have them at /v1/embeddings: a text goes in, its vector comes back.
import { garbled } from '../wire-error.ts';
import { numbersDialect } from './numbers.ts';

export const embeddingsDialect = numbersDialect({
  name: 'embeddings',
  input: (messages) => ({ input: messages.map(({ content }) => content).join('\n') }),
  numbers(entry) {
    const vector = entry?.embedding;
    if (!Array.isArray(vector) || vector.length === 0)
      throw garbled('the reply has no embedding: is this a model of embeddings?');
    if (!vector.every((number) => Number.isFinite(number)))
      throw garbled('the embedding has an entry that is not a finite number');
    return vector;
  },
});
