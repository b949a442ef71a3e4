import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultRule } from '../../src/simulator/faults/rules.ts';
import { chatBody, completionSchema, send, withSimulator } from './ask.ts';
import { dechunk, exchange } from './wire.ts';

const good = chatBody('critic', { prompt: 'What is 6 times 7?', temperature: 0 });

/** Faults that only take time: the bytes of the usual reply, and what else came. */
async function slow(
  rule: FaultRule,
  body: object = good,
): Promise<{ faulty: Awaited<ReturnType<typeof exchange>>; usual: string; elapsedMs: number }> {
  let result: { faulty: Awaited<ReturnType<typeof exchange>>; usual: string; elapsedMs: number } | undefined;
  await withSimulator({ faults: [{ ...rule, when: { for_calls: 1 } }] }, async ({ url, counts }) => {
    const start = performance.now();
    const faulty = await exchange(url, body);
    const elapsedMs = performance.now() - start;
    const { text } = await send(`${url}/chat/completions`, body);
    assert.equal(faulty.ending, 'end');
    assert.deepEqual([counts.completed, counts.spoiled, counts.faults[rule.do]], [2, 0, 1]);
    assert.deepEqual(Object.values(counts.by_request), [2]);
    result = { faulty, usual: text, elapsedMs };
  });
  return result!;
}

test('a delayed reply is the usual one, later', async () => {
  const { faulty, usual, elapsedMs } = await slow({ do: 'delay', ms: 80 });
  assert.equal(faulty.body.toString(), usual);
  assert.ok(elapsedMs >= 79);
});

test('a trickled reply sends its headers at once and the same bytes in small packets', async () => {
  const { faulty, usual } = await slow({ do: 'trickle', interval_ms: 5, bytes: 40 });
  assert.equal(faulty.body.toString(), usual);
  const packets = Math.ceil(Buffer.byteLength(usual) / 40) + 1;
  assert.ok(faulty.arrivals.length > packets / 2, `${faulty.arrivals.length} of ${packets} packets`);
  assert.ok(faulty.arrivals.at(-1)! >= (packets - 1) * 4);
});

test('a trickle of one byte an hour is left by a client that gives up', async () => {
  await withSimulator({ faults: [{ do: 'trickle', interval_ms: 3_600_000 }] }, async ({ url, counts }) => {
    const { statusLine, body, ending } = await exchange(url, good, { limitMs: 500 });
    assert.deepEqual([statusLine, body.length, ending], ['HTTP/1.1 200 OK', 0, 'given up']);
    while (counts.in_flight > 0) await sleep(1);
    assert.deepEqual([counts.aborted, counts.completed], [1, 0]);
  });
});

test('blank lines come one by one before the JSON', async () => {
  const { faulty, usual, elapsedMs } = await slow({ do: 'blank_lines', count: 4, interval_ms: 10 });
  const { content, whole } = dechunk(faulty.body);
  assert.equal(whole, true);
  assert.equal(content.toString(), `\n\n\n\n${usual}`);
  assert.ok(elapsedMs >= 39 && faulty.arrivals.length >= 3);
  completionSchema.parse(JSON.parse(content.toString()));
});

test('comments come before the events of a stream', async () => {
  const rule = { do: 'comments', count: 2, interval_ms: 5, text: 'OPENROUTER PROCESSING' } as const;
  const { faulty, usual } = await slow(rule, { ...good, stream: true });
  const { content } = dechunk(faulty.body);
  assert.match(faulty.headers['content-type'] ?? '', /^text\/event-stream/);
  assert.equal(content.toString(), `: OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n${usual}`);
});
