// Control characters and invisible ones, and what is left of a command whose backslash and first letter were read as
// one: "eq" of \neq at the head of a line, "rac" of \frac, "imes" of \times.
import { toStepNumber } from '../../records/steps.ts';
import { check, type GateCheck, type GateInput, passed, rewritten } from './check.ts';

const tails =
  'abla|rac|dfrac(?=\\{)|imes|heta|oxed|inom|egin|eta(?=[\\s^_=+])|ightarrow|ightarrows|ight(?=[\\s)\\].,}|>\\\\])|angle(?=\\s*[$=])|floor(?=[\\s$])|orall|extbf|ext(?=\\{)|frac(?=\\{)|herefore|riangle|ilde(?=\\{)|anh?(?=\\s*[({\\\\])|ho(?=[\\s$^_=])|otin|onumber|exists(?=[\\s$])|eg(?=[\\s$\\\\])|eq(?=[\\s$\\d\\\\{])|eqslant|u(?=_)|mid(?=[\\s$])';
/** Where the letters stand alone: behind a space, a dollar sign, a bracket, or at the head of a line. */
const orphan = new RegExp(`(?<=^|[\\s$({=,])(?:${tails})(?![a-z])`, 'gm');
/** Tails that are words or names too: only at the head of a line inside a formula are they damage. */
const wordly = /^(?:angle|floor|exists|mid|u|ho|eta|an|anh|ight)$/;

function orphansIn(text: string): string[] {
  return [...text.matchAll(orphan)].flatMap(({ 0: found, index }) => {
    const before = text.slice(0, index);
    const inFormula =
      (before.match(/(?<!\\)\$/g)?.length ?? 0) % 2 === 1 ||
      before.lastIndexOf('\\(') > before.lastIndexOf('\\)');
    return wordly.test(found) && !(inFormula && /[\n\r\t]$/.test(before)) ? [] : [found];
  });
}

/** Each character below a space but a line end, and what stands for one that could not be read. */
const controls = /[\u0000-\u0009\u000b-\u001f\u007f\u0080-\u009f\ufffd]/;

/** Signs that take no room, or turn the direction of reading: words with them differ for a program and not for a reader. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2028\u2029]/gu;

const codePoint = (char: string): string =>
  `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;

export function escapesCheck(input: GateInput): GateCheck {
  const whole = [input.problem, ...input.original].join('\n');
  const known = new Set(orphansIn(whole));
  for (const [at, step] of rewritten(input).entries()) {
    const name = `step ${toStepNumber(input.proposal.at + at)}`;
    if (controls.test(step) && !controls.test(whole)) return check(false, `${name} has a control character`);
    const hidden = step.match(invisible)?.find((char) => !whole.includes(char));
    if (hidden !== undefined)
      return check(false, `${name} has an invisible character (${codePoint(hidden)})`);
    const found = orphansIn(step).find((tail) => !known.has(tail));
    if (found !== undefined) return check(false, `${name} has "${found}", the rest of a command`);
  }
  return passed;
}
