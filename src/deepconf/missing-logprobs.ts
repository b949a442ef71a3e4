// What `pool info` and `vote` say of traces whose logprobs are fewer than their tokens.
import { formatCount } from '../report/format.ts';

export function missingLogprobsNote(traces: number, tokens: number): string {
  const of = traces === 1 ? '1 trace has' : `${formatCount(traces)} traces have`;
  return `${of} logprobs for less than 99 % of the tokens that the server counted (${formatCount(tokens)} tokens without; llama-server merges the tokens of one sign): their confidence is that of the other tokens, if there are any.`;
}
