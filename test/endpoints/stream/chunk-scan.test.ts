// The quick way through a stream must be taken: what it leaves to JSON.parse is right too, and four times as slow.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LogprobColumns } from '../../../src/endpoints/logprob-columns.ts';
import { LogprobScanner } from '../../../src/endpoints/logprob-scan.ts';
import { ChunkScanner, type ChunkTarget } from '../../../src/endpoints/stream/chunk-scan.ts';

const k = 2;
const scanner = new ChunkScanner(new LogprobScanner());

function newTarget(): ChunkTarget {
  const logprobs = new LogprobColumns();
  logprobs.begin(k, true);
  const space = () => ({ bytes: Buffer.alloc(0), length: 0 });
  const text = { bytes: Buffer.alloc(65_536), length: 0 };
  return { text, logprobs, opening: space(), model: null, fingerprint: null };
}

interface Piece {
  readonly content: string;
  readonly logprob: number;
  readonly created: number;
}

function eventOf({ content, logprob, created }: Piece): string {
  const token = { token: content, logprob, bytes: [...Buffer.from(content)] };
  const logprobs = { content: [{ ...token, top_logprobs: [token, { ...token, logprob: logprob - 1 }] }] };
  const choice = { index: 0, delta: { content }, logprobs, finish_reason: null };
  return JSON.stringify({ id: 'x', created, model: 'm "1"', system_fingerprint: 'f', choices: [choice] });
}

const aPiece = fc.record({
  content: fc.string({ unit: 'grapheme', maxLength: 8 }),
  // JSON has no -0.
  logprob: fc.double({ min: -50, max: 0, noNaN: true }).map((value) => value + 0),
  created: fc.integer({ min: 1, max: 2 }),
});

test('every usual event of a chunk is read without a copy, whether it opens as the one before it or not', () => {
  fc.assert(
    fc.property(fc.array(aPiece, { minLength: 1, maxLength: 8 }), (pieces) => {
      const target = newTarget();
      const events = pieces.map(eventOf);
      const chunk = Buffer.from(events.map((event) => `data: ${event}\n\n`).join(''));
      let at = 0;
      for (const event of events) {
        const from = at + 'data: '.length;
        const to = from + Buffer.byteLength(event);
        assert.ok(scanner.scan(chunk, from, to, target), event);
        at = to + 2;
      }
      const { text, logprobs, model, fingerprint } = target;
      assert.equal(
        text.bytes.toString('utf8', 0, text.length),
        pieces.map(({ content }) => content).join(''),
      );
      assert.deepEqual(
        [...logprobs.view()!.chosen],
        pieces.map(({ logprob }) => Math.fround(logprob)),
      );
      assert.deepEqual([model, fingerprint], ['m "1"', 'f']);
    }),
  );
});

test('an event that continues behind its end is not read, and leaves nothing', () => {
  const target = newTarget();
  const event = eventOf({ content: 'a', logprob: -1, created: 1 });
  const chunk = Buffer.from(`${event}${event}`);
  assert.ok(scanner.scan(chunk, 0, event.length, target));
  for (let to = 1; to < event.length; to += 1) {
    assert.equal(scanner.scan(chunk, 0, to, target), false, `to ${to}`);
    assert.deepEqual([target.text.length, target.logprobs.count], [1, 1]);
  }
});
