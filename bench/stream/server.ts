// A server for the stream benchmark, in a separate process: streams as many tokens as max_tokens asks for, each an event
// with 20 alternatives, one event a turn of its loop. Prints its URL, and ends when its standard input does.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mulberry32 } from '../../src/statistics/random.ts';

const rng = mulberry32(7);
const envelope = {
  id: 'x',
  object: 'chat.completion.chunk',
  created: 0,
  model: 'm',
  system_fingerprint: 'f',
};
const chance = (token: string, logprob: number): object => ({
  token,
  logprob,
  bytes: [...Buffer.from(token)],
});
const word = (at: number): string => ` word${at % 97}`;
const events = Array.from({ length: 256 }, (_, n) => {
  const top = Array.from({ length: 20 }, (_, rank) =>
    chance(word(n + rank), -rank * (0.5 + rng()) - rng() / 7),
  );
  const logprobs = { content: [{ ...chance(word(n), -rng()), top_logprobs: top }] };
  const choice = { index: 0, delta: { content: word(n) }, logprobs, finish_reason: null };
  return Buffer.from(`data: ${JSON.stringify({ ...envelope, choices: [choice] })}\n\n`);
});
const last = [
  { ...envelope, choices: [{ index: 0, delta: {}, logprobs: null, finish_reason: 'stop' }] },
  { ...envelope, choices: [], usage: { prompt_tokens: 9, completion_tokens: 9 } },
].map((event) => `data: ${JSON.stringify(event)}\n\n`);

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { max_tokens: tokens } = JSON.parse(Buffer.concat(parts).toString()) as { max_tokens: number };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    let sent = 0;
    const next = (): void => {
      if (response.destroyed) return;
      if (sent === tokens) return void response.end(`${last.join('')}data: [DONE]\n\n`);
      const more = response.write(events[sent % events.length]);
      sent += 1;
      if (more) setImmediate(next);
      else response.once('drain', next);
    };
    next();
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
});
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
