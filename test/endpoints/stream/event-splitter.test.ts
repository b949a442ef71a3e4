// Server-sent events against a plain reading of the whole text: lines end with LF, CRLF or CR, an empty line ends an event,
// and the text may begin with a mark of its encoding.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EventSplitter } from '../../../src/endpoints/stream/event-splitter.ts';
import { cutAt, inChunks } from '../../support/bytes.ts';

function payloads(stream: string): string[] {
  return stream
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n\n+/)
    .map((event) => event.split('\n').filter((line) => line.startsWith('data:')))
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => line.replace(/^data: ?/, '')).join('\n'));
}

/** What comes out of chunks; the first `limit` events are let pass. */
async function split(
  chunks: AsyncIterable<Uint8Array>,
  limit = Number.POSITIVE_INFINITY,
): Promise<{ readonly events: string[]; readonly stopped: boolean }> {
  const events: string[] = [];
  const splitter = new EventSplitter((body, from, to) => {
    events.push(body.toString('utf8', from, to));
    return events.length < limit;
  });
  for await (const chunk of chunks) {
    // A socket uses its memory again.
    const given = Buffer.from(chunk);
    const more = splitter.write(given);
    given.fill(0x0a);
    if (!more) return { events, stopped: true };
  }
  splitter.end();
  splitter.end();
  return { events, stopped: false };
}

const line = fc.oneof(
  fc.constantFrom(
    'data:',
    'data: ',
    'data:  two',
    'data',
    'dat: no',
    ': comment',
    'event: e',
    'id: 1',
    'xdata: no',
  ),
  fc
    .string({ unit: 'grapheme-ascii', maxLength: 6 })
    .map((text) => `data: ${text.replaceAll(/[\r\n]/g, '')}`),
  fc.constantFrom(5_000, 9_000).map((length) => `data:${'é'.repeat(length)}`),
);
const event = fc.record({
  lines: fc.array(line, { maxLength: 3 }),
  end: fc.constantFrom('\n', '\r\n', '\r'),
  blanks: fc.integer({ min: 1, max: 3 }),
});

test('events are the same wherever the chunks of their bytes end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { maxLength: 6 }),
      fc.constantFrom('', 'data: left', 'data: left\n', 'data: left\r', ': left', 'data: a\r\ndata:b', '\n'),
      fc.constantFrom('', '', '\ufeff', '\ufeff\ufeff'),
      fc.array(fc.nat(60_000), { maxLength: 12 }),
      async (events, left, mark, places) => {
        const stream = mark.concat(
          ...events.map(
            ({ lines, end, blanks }) => [...lines, ...new Array(blanks).fill('')].join(end) + end,
          ),
          left,
        );
        const bytes = Buffer.from(stream);
        const expected = payloads(stream);
        const cuts = places.map((place) => place % (bytes.length + 1));
        assert.deepEqual((await split(cutAt(bytes, cuts))).events, expected);
        const few = await split(cutAt(bytes, cuts), 2);
        assert.deepEqual(few.events, expected.slice(0, 2));
        // What is left at the end has no more of the stream to keep back.
        if (left === '') assert.equal(few.stopped, expected.length >= 2);
        if (bytes.length < 300) assert.deepEqual((await split(inChunks(bytes, 1))).events, expected);
      },
    ),
    { numRuns: 150 },
  );
});

test('an event that grows over many chunks keeps all of its bytes', async () => {
  const pieces = Array.from({ length: 40 }, (_, at) => String.fromCharCode(97 + (at % 26)).repeat(300));
  const stream = `data: first\n\ndata: ${pieces.join('')}\n\ndata: last\n\n`;
  const { events } = await split(inChunks(Buffer.from(stream), 701));
  assert.deepEqual(events, ['first', pieces.join(''), 'last']);
});
