// Answers as mathematics: what mathverify finds equal is one class, and ties go to the class with the smallest sample.
import { type Parsed, parse, print, verify } from '../mathverify/index.ts';
import type { Classes } from './ballot.ts';

interface Known {
  readonly label: string;
  readonly parsed: Parsed;
}

/** `answers` in sample order. An answer that cannot be read as mathematics is equal to the same text only. */
export function mathClasses(answers: readonly (string | null)[]): Classes {
  const classOfText = new Map<string, number>();
  const classOfPrint = new Map<string, number>();
  const known: Known[] = [];
  const classOf = (text: string): number => {
    const parsed = parse(asFormula(text));
    const { value } = parsed;
    const unit =
      value !== null && typeof value === 'object' && value.kind === 'quantity' ? value.unit.name : '';
    const printed = value === null ? null : typeof value === 'string' ? value : `${print(value)} ${unit}`;
    const same = printed === null ? undefined : classOfPrint.get(printed);
    let found = same ?? known.findIndex((one) => value !== null && isEqual(one.parsed, parsed));
    if (found === -1) {
      found = known.length;
      known.push({ label: text, parsed });
    }
    if (printed !== null) classOfPrint.set(printed, found);
    return found;
  };
  const of = Int32Array.from(answers, (answer) => {
    const text = answer?.trim() ?? '';
    if (text === '') return -1;
    const seen = classOfText.get(text) ?? classOf(text);
    classOfText.set(text, seen);
    return seen;
  });
  return { of, labels: known.map(({ label }) => label) };
}

/** Whether each class is right. */
export function rightClasses({ labels }: Classes, truth: string): Uint8Array {
  const gold = parse(asFormula(truth));
  return Uint8Array.from(labels, (label) =>
    label === truth.trim() || verify({ gold, prediction: parse(asFormula(label)) }).equal ? 1 : 0,
  );
}

function isEqual(first: Parsed, second: Parsed): boolean {
  return verify({ gold: first, prediction: second, symmetric: true }).equal;
}

/** Answers come without the delimiters of a formula. */
function asFormula(answer: string): string {
  return /\$|\\[([]|\\boxed/.test(answer) ? answer : `$${answer}$`;
}

/** An answer at the end of a long text is looked for there only. */
const ending = 4000;

/** The answer that a whole text gives: what is in its last box, or (with `fallback`) the first match at its end. */
export function mathAnswer(text: string, { fallback }: { fallback: boolean }): string | null {
  const box = Math.max(text.lastIndexOf('\\boxed'), text.lastIndexOf('\\fbox'));
  if (box < 0 && !fallback) return null;
  const part = box < 0 ? text.slice(-ending) : text.slice(box, box + ending);
  return parse(part).fallback;
}
