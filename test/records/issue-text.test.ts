// What is said of a value that a schema rejects: our words and the value, never those of the library that checks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { firstIssue, issueWords } from '../../src/records/issue-text.ts';

const cases: readonly (readonly [z.ZodType, unknown, string])[] = [
  [z.string(), 3, 'value: must be a text, not 3'],
  [z.string(), ['a'], 'value: must be a text, not a list'],
  [z.string(), {}, 'value: must be a text, not an object'],
  [z.number(), '3', 'value: must be a number, not "3"'],
  [z.number(), 'x'.repeat(41), 'value: must be a number, not a long text'],
  [z.number(), null, 'value: must be a number, not null'],
  [z.number(), Number.NaN, 'value: must be a number, not NaN'],
  [z.number(), () => 3, 'value: must be a number, not a function'],
  [z.int(), 1.5, 'value: must be a whole number, not 1.5'],
  [z.boolean(), 'yes', 'value: must be true or false, not "yes"'],
  [z.array(z.int()), 4, 'value: must be a list, not 4'],
  [z.strictObject({ a: z.array(z.int()) }), { a: [1, 'b'] }, 'a.1: must be a number, not "b"'],
  [z.strictObject({ a: z.int() }), {}, 'a: it is missing (a number)'],
  [z.strictObject({ a: z.int() }), { a: 1, b: 2 }, 'value: it has no field b'],
  [z.number().min(0), -1, 'value: must be 0 or more, not -1'],
  [z.number().max(9), 10, 'value: must be 9 or less, not 10'],
  [z.number().positive(), 0, 'value: must be more than 0, not 0'],
  [z.number().lt(1), 1, 'value: must be less than 1, not 1'],
  [z.number().multipleOf(2), 3, 'value: must be a multiple of 2, not 3'],
  [z.string().min(1), '', 'value: must not be empty'],
  [z.string().min(2), 'a', 'value: must have at least 2 characters'],
  [z.string().max(2), 'abc', 'value: must have at most 2 characters'],
  [z.string().length(2), 'abc', 'value: must have 2 characters'],
  [z.array(z.int()).min(1), [], 'value: must not be empty'],
  [z.array(z.int()).max(1), [1, 2], 'value: must have at most 1 elements'],
  [z.enum(['a', 'b']), 'c', 'value: must be one of a, b, not "c"'],
  [z.strictObject({ a: z.enum(['a', 'b']) }), {}, 'a: it is missing (one of a, b)'],
  [z.literal(2), 3, 'value: must be 2, not 3'],
  [z.strictObject({ a: z.literal(2) }), {}, 'a: it is missing (2)'],
  [z.iso.datetime(), 'today', 'value: must be a time such as 2026-01-31T12:00:00Z, not "today"'],
  [z.union([z.int(), z.boolean()]), 'a', 'value: must be of another form than "a"'],
  [z.string('a name, please'), 3, 'value: a name, please'],
  [z.number().min(0, 'count from 0'), -1, 'value: count from 0'],
];

test('a rejected value is told in our words, with the value and what it must be', () => {
  for (const [schema, value, expected] of cases) {
    const { error } = schema.safeParse(value);
    assert.ok(error, expected);
    assert.equal(firstIssue(error, value, 'value'), expected);
  }
});

test('whatever a schema rejects, the words of the library are not shown', () => {
  const schemas = cases.map(([schema]) => schema);
  const values = [undefined, ...cases.map(([, value]) => value)];
  for (const schema of schemas) {
    for (const value of values) {
      for (const issue of schema.safeParse(value).error?.issues ?? [])
        assert.doesNotMatch(
          issueWords(issue, value),
          /undefined|Invalid|Too (?:small|big)|Unrecognized|expected/,
        );
    }
  }
});
