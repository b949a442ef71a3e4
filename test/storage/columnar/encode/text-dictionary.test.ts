// The dictionary of texts against a map of strings.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TextDictionary, viewOf } from '../../../../src/storage/columnar/encode/text-dictionary.ts';

/** The texts of a dictionary page. */
function textsOf(page: Buffer): string[] {
  const texts: string[] = [];
  for (let at = 0; at < page.length; ) {
    const end = at + 4 + page.readUInt32LE(at);
    texts.push(page.toString('utf8', at + 4, end));
    at = end;
  }
  return texts;
}

function numberOf(dictionary: TextDictionary, text: string): number {
  // In the middle of other bytes, as the texts of a column are.
  const bytes = Buffer.from(`«${text}»`);
  return dictionary.numberOf(bytes, viewOf(bytes), 2, bytes.length - 2);
}

test('each text has the number of its first place', () => {
  const dictionary = new TextDictionary();
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.constantFrom('', 'a', 'aa', 'abcd', 'abce', 'abcdabcd', 'abcdxabcd', 'abcdyabcd', 'b'),
        ),
        {
          maxLength: 300,
        },
      ),
      (texts) => {
        dictionary.reset();
        const known = new Map<string, number>();
        for (const text of texts) {
          if (!known.has(text)) known.set(text, known.size);
          assert.equal(numberOf(dictionary, text), known.get(text));
        }
        assert.equal(dictionary.count, known.size);
        assert.deepEqual(textsOf(dictionary.page()), [...known.keys()]);
      },
    ),
  );
});

test('thousands of texts are found again; what a dictionary has no room for has no number', () => {
  const dictionary = new TextDictionary();
  const many = Array.from({ length: 20_000 }, (_, at) => `token ${at}`);
  assert.deepEqual(
    many.map((text) => numberOf(dictionary, text)),
    many.map((_, at) => at),
  );
  assert.deepEqual(textsOf(dictionary.page()), many);
  assert.equal(numberOf(dictionary, 'x'.repeat(1 << 20)), -1);
  assert.equal(numberOf(dictionary, 'token 19999'), 19_999);
  dictionary.reset();
  assert.equal(numberOf(dictionary, 'token 19999'), 0);
});
