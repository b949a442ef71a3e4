import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type DiffSegment, wordDiff } from '../../src/report/word-diff.ts';
import { anyText } from '../support/any-text.ts';
import { processorMs } from '../support/processor-time.ts';

function side(segments: readonly DiffSegment[], other: 'removed' | 'added'): string {
  return segments
    .filter(({ kind }) => kind !== other)
    .map(({ text }) => text)
    .join('');
}

function show(segments: readonly DiffSegment[]): string {
  const marks = { same: '', removed: '-', added: '+' };
  return segments.map(({ kind, text }) => (kind === 'same' ? text : `[${marks[kind]}${text}]`)).join('');
}

test('a changed number in a formula is one change', () => {
  assert.equal(
    show(wordDiff('so \\(x = 12.5\\) holds', 'so \\(x = 13.5\\) holds')),
    'so \\(x = [-12.5][+13.5]\\) holds',
  );
});

test('a LaTeX command is a word', () => {
  assert.equal(show(wordDiff('a \\leq b', 'a \\geq b')), 'a [-\\leq][+\\geq] b');
});

test('a replaced phrase is one change, not one for each word', () => {
  assert.equal(
    show(wordDiff('we add the two terms', 'we multiply both of terms')),
    'we [-add the two][+multiply both of] terms',
  );
});

test('equal texts are one segment and empty texts none', () => {
  assert.deepEqual(wordDiff('same', 'same'), [{ kind: 'same', text: 'same' }]);
  assert.deepEqual(wordDiff('', ''), []);
  assert.deepEqual(wordDiff('', 'new'), [{ kind: 'added', text: 'new' }]);
});

const words = fc
  .array(fc.constantFrom('a', 'b', '\\frac', '12', '12.5', ' ', '\n', '{', 'é', '数', '😀', '\ud83d'), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''));
const texts = fc.oneof(words, anyText());

test('the segments give back both texts, are never empty, and equal kinds never touch', () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const segments = wordDiff(before, after);
      assert.equal(side(segments, 'added'), before);
      assert.equal(side(segments, 'removed'), after);
      for (const [at, { kind, text }] of segments.entries()) {
        assert.notEqual(text, '');
        if (at > 0) assert.notEqual(segments[at - 1]!.kind, kind);
        if (kind === 'removed' && at > 0) assert.notEqual(segments[at - 1]!.kind, 'added');
      }
    }),
  );
});

test('a text compared with itself has no changes', () => {
  fc.assert(fc.property(texts, (text) => wordDiff(text, text).every(({ kind }) => kind === 'same')));
});

test('two unlike texts of a megabyte are compared in linear time', () => {
  const before = 'alpha beta '.repeat(90_000);
  const after = 'gamma delta '.repeat(90_000);
  let segments: ReturnType<typeof wordDiff> = [];
  const spent = processorMs(() => {
    segments = wordDiff(`x${before}`, `y${after}`);
  }, 5_000);
  assert.ok(spent < 5_000, `${spent} ms`);
  assert.equal(side(segments, 'added').length, before.length + 1);
});
