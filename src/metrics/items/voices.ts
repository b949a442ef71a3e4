// How much an answer counts beside the others about its item: critics of one model share a voice, since what one of them
// gets wrong the others do too.
import { type ItemAnswers, unknown } from './answers.ts';

/** By answer: 1 for a voice divided by its critics; 0 for an answer that cannot be read, and for blind critics. */
export function voiceWeights({
  items,
  start,
  critic,
  answer,
  voteStart,
  critics,
}: ItemAnswers): Float64Array {
  const weights = new Float64Array(critic.length);
  const numbers = new Map<string, number>();
  const voiceOf = Uint32Array.from(critics, ({ voice }) => {
    const known = numbers.get(voice) ?? numbers.size;
    numbers.set(voice, known);
    return known;
  });
  const heard = new Uint32Array(numbers.size);
  const counts = (at: number): boolean =>
    !critics[critic[at]!]!.blind && answer[at] !== unknown && voteStart[at + 1]! > voteStart[at]!;
  for (let item = 0; item < items; item += 1) {
    const [from, to] = [start[item]!, start[item + 1]!];
    for (let at = from; at < to; at += 1) if (counts(at)) heard[voiceOf[critic[at]!]!]! += 1;
    for (let at = from; at < to; at += 1) if (counts(at)) weights[at] = 1 / heard[voiceOf[critic[at]!]!]!;
    for (let at = from; at < to; at += 1) heard[voiceOf[critic[at]!]!] = 0;
  }
  return weights;
}
