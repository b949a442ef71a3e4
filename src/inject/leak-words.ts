// Words that give an injected error away: hedging, confession, markers. A critic that finds them has found nothing.

const phrases = [
  'erroneous',
  'mistaken',
  'incorrectly',
  'wrongly',
  'this is wrong',
  'this is not correct',
  'this is incorrect',
  'deliberate',
  'intentional',
  'the error',
  'an error',
  'injected',
  'modified step',
  'altered',
  'flawed',
  'should actually',
  'in the original',
] as const;

function count(text: string, phrase: string): number {
  return text.toLowerCase().split(phrase).length - 1;
}

/** The phrases that the new text has more often than the old one had. */
export function leakWords(before: string, after: string): string[] {
  return phrases.filter((phrase) => count(after, phrase) > count(before, phrase));
}
