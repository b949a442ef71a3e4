// A reward model as vLLM serves it at /pooling (beside /v1, not in it): it takes the same messages and answers with
// numbers instead of a text. The content is the reply's numbers, as JSON.
import type { Dialect } from '../dialect.ts';
import { garbled } from '../wire-error.ts';
import { countOrZero, isObject, textOrNull } from '../wire-shape.ts';
import { tokenCounts } from '../wire-usage.ts';
import { bearer } from './openai.ts';
import { objectsIn, readObject } from './read-object.ts';

export const poolingDialect: Dialect = {
  name: 'pooling',
  can: { logprobs: false, n: false, seed: false, schema: false, streaming: false, batch: false },
  mark: '/pooling',
  base: (baseUrl) => baseUrl.replace(/\/v1\/?$/, ''),
  path: () => '/pooling',
  headers: bearer,
  body: (model, { messages }) => JSON.stringify({ model, messages, encoding_format: 'float' }),
  read(status, bytes) {
    const body = readObject(status, bytes);
    const [first] = objectsIn(body.data);
    const numbers = first?.data ?? first?.embedding;
    if (!Array.isArray(numbers)) throw garbled('the reply has no data: is this a reward model?');
    const usage = isObject(body.usage) ? body.usage : {};
    return {
      content: JSON.stringify(numbers),
      reasoning: null,
      finishReason: 'stop',
      model: textOrNull(body.model) ?? '',
      // A reward model writes nothing.
      ...tokenCounts(countOrZero(usage.prompt_tokens), 0, false),
      logprobs: null,
    };
  },
};
