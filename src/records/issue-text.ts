// What a schema says of a value that does not fit, in plain words and with the value: the library that checks has words
// of its own (`Too small: expected number to be >=0`). A message that a schema gives itself stays as it is.
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  function: 'a function',
};

/** What a kind of values is called. */
export function kindText(expected: string): string {
  return kinds[expected] ?? expected;
}

const maxShownChars = 40;

function shown(value: unknown): string {
  if (typeof value === 'string') {
    return value.length > maxShownChars ? 'a long text' : JSON.stringify(value);
  }
  if (Array.isArray(value)) return kindText('array');
  if (typeof value === 'object' && value !== null) return kindText('object');
  return typeof value === 'function' ? kindText('function') : String(value);
}

/** What stands at `path`. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}

interface Bound {
  readonly origin: string;
  readonly bound: number | bigint;
  readonly inclusive: boolean;
  readonly exact: boolean;
}

const units: Readonly<Record<string, string>> = { string: 'characters', array: 'elements', set: 'elements' };

function sizeText({ origin, bound, inclusive, exact }: Bound, isLeast: boolean, given: string): string {
  const unit = units[origin];
  if (unit !== undefined) {
    if (exact) return `must have ${bound} ${unit}`;
    if (isLeast && bound <= 1) return 'must not be empty';
    return `must have ${isLeast ? 'at least' : 'at most'} ${bound} ${unit}`;
  }
  if (!inclusive) return `must be ${isLeast ? 'more' : 'less'} than ${bound}, not ${given}`;
  return `must be ${bound} or ${isLeast ? 'more' : 'less'}, not ${given}`;
}

const formats: Readonly<Record<string, string>> = {
  url: 'a URL',
  datetime: 'a time such as 2026-01-31T12:00:00Z',
  date: 'a date such as 2026-01-31',
  email: 'an e-mail address',
};

function ownWords(issue: Issue, given: unknown): string | undefined {
  const value = shown(given);
  switch (issue.code) {
    case 'invalid_type':
      if (given === undefined) return `it is missing (${kindText(issue.expected)})`;
      return `must be ${kindText(issue.expected)}, not ${value}`;
    case 'too_small':
    case 'too_big': {
      const isLeast = issue.code === 'too_small';
      const bound = isLeast ? issue.minimum : issue.maximum;
      const { origin, inclusive = true, exact = false } = issue;
      return sizeText({ origin, bound, inclusive, exact }, isLeast, value);
    }
    case 'invalid_value': {
      const choices = issue.values.map((choice) => String(choice)).join(', ');
      const wanted = issue.values.length > 1 ? `one of ${choices}` : choices;
      return given === undefined ? `it is missing (${wanted})` : `must be ${wanted}, not ${value}`;
    }
    case 'invalid_format': {
      const form = formats[issue.format];
      return form === undefined ? undefined : `must be ${form}, not ${value}`;
    }
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}, not ${value}`;
    case 'unrecognized_keys':
      return `it has no field ${issue.keys.join(', ')}`;
    case 'invalid_union':
      return given === undefined ? 'it is missing' : `must be of another form than ${value}`;
    default:
      return undefined;
  }
}

/** The words of the library begin so. */
const isLibrarys = /^(?:Invalid |Too (?:small|big)|Unrecognized key)/;

/** What is wrong, without where. `whole`: the value that the schema was given. */
export function issueWords(issue: Issue, whole: unknown): string {
  if (!isLibrarys.test(issue.message)) return issue.message;
  return ownWords(issue, valueAt(whole, issue.path)) ?? issue.message;
}

/** The first of what is wrong: `votes: must be a whole number, not "3"`. `name` stands for the whole value. */
export function firstIssue({ issues }: z.ZodError, whole: unknown, name: string): string {
  const [issue] = issues;
  if (issue === undefined) return `${name}: it cannot be used`;
  return `${issue.path.join('.') || name}: ${issueWords(issue, whole)}`;
}
