// Reads the verdict of another grader, however it writes it.

/** `none`: it gave no verdict (null, an error, a time-out). */
export type OtherVerdict = 'equal' | 'different' | 'none';

const words: Readonly<Record<string, OtherVerdict>> = {
  ...{
    equal: 'equal',
    true: 'equal',
    correct: 'equal',
    right: 'equal',
    yes: 'equal',
    '1': 'equal',
    '1.0': 'equal',
  },
  ...{
    different: 'different',
    false: 'different',
    incorrect: 'different',
    wrong: 'different',
    no: 'different',
  },
  ...{
    '0': 'different',
    '0.0': 'different',
    unparsed: 'none',
    undecided: 'none',
    error: 'none',
    timeout: 'none',
  },
  ...{ none: 'none', null: 'none', '': 'none' },
};

/** Fields that hold the verdict where it is an object, the most definite first. */
const fields = ['verdict', 'equal', 'correct', 'score', 'reward'];

/** Undefined when it is no verdict that is known: a score between 0 and 1, another word. */
export function otherVerdict(value: unknown): OtherVerdict | undefined {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'equal' : 'different';
  if (typeof value === 'number') return value === 1 ? 'equal' : value === 0 ? 'different' : undefined;
  if (typeof value === 'string') {
    const word = value.trim().toLowerCase();
    return Object.hasOwn(words, word) ? words[word] : undefined;
  }
  if (typeof value !== 'object' || Array.isArray(value)) return undefined;
  const named = fields.find((name) => Object.hasOwn(value as object, name));
  return named === undefined ? undefined : otherVerdict((value as Record<string, unknown>)[named]);
}
