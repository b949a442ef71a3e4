import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { protocolRules } from '../../src/critic/protocols.ts';
import { protocols } from '../../src/records/protocols.ts';
import { anyText } from '../support/any-text.ts';
import { processorMs } from '../support/processor-time.ts';
import { repetitions } from '../support/thorough.ts';

const fragments = [
  '\\boxed{',
  '\\boxed',
  '\\fbox {',
  '{',
  '}',
  '\\',
  '\b',
  'oxed{',
  '3',
  '-1',
  '2-4',
  ',',
  '.',
  '\n',
  ' ',
  '$',
  '\\text{',
  '**',
  '<think>',
  '</think>',
  '```',
  '```json\n',
  '[',
  ']',
  '"',
  '{"index": 2}',
  'Answer: ',
  'no errors',
  'Conclusion:',
  'yes',
  'no error',
  'Error Section Number:',
  'Explanation:',
  'Confidence:',
  '0.5',
  'paragraph_',
  'The first error is in paragraph ',
  '\u2212',
  '\ud800',
];
const reply = fc.oneof(
  anyText({ maxLength: 60 }),
  fc.array(fc.constantFrom(...fragments), { maxLength: 30 }).map((parts) => parts.join('')),
);

for (const protocol of protocols) {
  const rules = protocolRules({ protocol });
  test(`any text is a ${protocol} vote: in range where it is ok, without a value where it is not`, () => {
    fc.assert(
      fc.property(reply, fc.integer({ min: 1, max: 12 }), (text, stepCount) => {
        const { vote } = rules.read(text, stepCount, 0);
        const inRange = (step: number): boolean => Number.isInteger(step) && step >= 0 && step < stepCount;
        assert.equal(vote.status === 'ok', vote.first_error !== null);
        assert.equal(vote.status === 'ok', vote.error_steps !== null);
        for (const value of [vote.first_error, vote.first_error_strict]) {
          assert.ok(value === null || value === -1 || inRange(value!), `${value}`);
        }
        assert.ok((vote.error_steps ?? []).every(inRange));
        assert.deepEqual(
          vote.error_steps ?? [],
          [...new Set(vote.error_steps ?? [])].sort((a, b) => a - b),
        );
      }),
      { numRuns: repetitions(300, 2000) },
    );
  });

  test(`a reply of one megabyte is read as a ${protocol} vote in linear time`, () => {
    const size = 1_000_000;
    for (const unit of [
      '\\boxed{',
      '\\boxed{}',
      '\\boxed ',
      '{',
      '}',
      '{"index":',
      '[',
      '`',
      ' ',
      '<think>',
      `${'*'.repeat(79)}\n`,
      '1. ',
      'the first error is in paragraph 1. ',
      'Conclusion: no error\n',
      'Error Section Number: 1-1000\n',
      'Error Section Number: 4 Explanation: x Confidence: 0.5 ',
    ]) {
      const text = unit.repeat(Math.ceil(size / unit.length));
      const seconds = processorMs(() => void rules.read(text, 1000, 0), 2_000) / 1000;
      assert.ok(seconds < 2, `${JSON.stringify(unit)} took ${seconds} s`);
    }
  });
}
