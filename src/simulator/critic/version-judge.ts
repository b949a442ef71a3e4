// The simulated reader of two versions of a step: it checks the equations that it can read in each, and that is all
// that it understands. Where both hold it says that neither is wrong.
import { checkEquations } from '../../mathverify/index.ts';
import type { Rng } from '../../statistics/random.ts';

interface Versions {
  readonly a: string;
  readonly b: string;
}

/** The two versions by their tags, or null where the prompt asks for something else. */
export function readVersions(prompt: string): Versions | null {
  const [a, b] = ['A', 'B'].map((name) => between(prompt, `<version_${name}>`, `</version_${name}>`));
  return a == null || b == null ? null : { a, b };
}

function between(text: string, open: string, close: string): string | null {
  const start = text.lastIndexOf(open);
  const end = text.indexOf(close, start);
  return start === -1 || end === -1 ? null : text.slice(start + open.length, end).trim();
}

/** At temperature T a finding is overlooked with probability 0.25 T. */
const missProb = 0.25;

export function judgeVersions({ a, b }: Versions, temperature: number, rng: Rng): string {
  const broken = (text: string): string | null => {
    const wrong = checkEquations(text, { roundingTolerant: true }).find(({ holds }) => !holds);
    if (wrong === undefined || rng() < missProb * temperature) return null;
    return `"${wrong.left} = ${wrong.right}" does not hold`;
  };
  const [inA, inB] = [broken(a), broken(b)];
  const wrong = inA === null ? (inB === null ? 'neither' : 'B') : inB === null ? 'A' : 'both';
  const why = [inA, inB].filter((reason) => reason !== null).join('; ');
  return JSON.stringify({ why: why === '' ? 'each equation that I can read holds' : why, wrong });
}
