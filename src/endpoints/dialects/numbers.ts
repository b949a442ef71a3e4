// What models of embeddings and reward models have alike: a text or messages go in, numbers come back and nothing is
// written. The content of the reply is these numbers, as JSON.
import type { ChatMessage } from '../chat.ts';
import type { Dialect } from '../dialect.ts';
import { countOrZero, isObject, textOrNull } from '../wire-shape.ts';
import { tokenCounts } from '../wire-usage.ts';
import { bearer } from './openai.ts';
import { objectsIn, readObject } from './read-object.ts';

interface NumbersApi extends Pick<Dialect, 'base'> {
  /** Of the dialect, and the last part of its address. */
  readonly name: string;
  /** What a body has beside model and format. */
  input(messages: readonly ChatMessage[]): Readonly<Record<string, unknown>>;
  /** The numbers of the first entry of `data`. Throws where there are none. */
  numbers(entry: Readonly<Record<string, unknown>> | undefined): readonly unknown[];
}

export function numbersDialect({ name, base, input, numbers }: NumbersApi): Dialect {
  const path = `/${name}`;
  return {
    name,
    can: { logprobs: false, n: false, seed: false, schema: false, streaming: false, batch: false },
    mark: path,
    ...(base && { base }),
    path: () => path,
    headers: bearer,
    body: (model, { messages }) => JSON.stringify({ model, ...input(messages), encoding_format: 'float' }),
    read(status, bytes) {
      const body = readObject(status, bytes);
      const content = JSON.stringify(numbers(objectsIn(body.data)[0]));
      const usage = isObject(body.usage) ? body.usage : {};
      return {
        content,
        reasoning: null,
        finishReason: 'stop',
        model: textOrNull(body.model) ?? '',
        ...tokenCounts(countOrZero(usage.prompt_tokens), 0, false),
        logprobs: null,
      };
    },
  };
}
