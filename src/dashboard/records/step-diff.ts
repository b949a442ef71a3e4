// What changed between steps that belong together, in words and formulas as a reader sees them. A formula is one unit;
// numbering, spacing, punctuation between clauses and the spelling of a formula are no change.
import { bareTokens, withoutNumbering } from '../../records/bare-text.ts';
import { mathPieces } from '../../report/formulas/math-pieces.ts';
import { diffUnits, type UnitChange } from '../../report/word-diff.ts';

/** Longer stretches are not compared word by word. */
const maxDiffLength = 20_000;
/** Texts that share less of their units are shown as replaced. */
const leastShared = 0.25;

interface Unit {
  readonly key: string;
  /** The text with what follows it and is not compared. */
  text: string;
  /** Which of the steps it is in. */
  readonly step: number;
}

/** A part of a step that is the same on both sides, or only on one; `before` is how the original writes it. */
export interface ChangedText {
  readonly kind: UnitChange['kind'];
  readonly before: string;
  readonly after: string;
}

const word = /\\[A-Za-z]+|\d+(?:[.,]\d+)*|[\p{L}\p{M}]+|\s+|[*`]{2,}|#+|./gsu;
const clauseEnd = /^[\s*#`]/;

function unitsOf(steps: readonly string[]): Unit[] {
  const units: Unit[] = [];
  for (const [step, text] of steps.entries()) {
    const [from, to] = withoutNumbering(text);
    let loose = text.slice(0, from);
    const first = units.length;
    const add = (source: string, key: string): void => {
      const known = units.length > first ? units.at(-1)! : null;
      if (key !== '') {
        units.push({ key, text: loose + source, step });
        loose = '';
      } else if (known === null) loose += source;
      else known.text += source;
    };
    for (const piece of mathPieces(text.slice(from, to))) {
      if (piece.kind === 'math') add(piece.source, bareTokens(piece.tex).join(' '));
      else {
        const words = piece.text.match(word) ?? [];
        for (const [at, one] of words.entries()) {
          const ends = words[at + 1] === undefined || clauseEnd.test(words[at + 1]!);
          add(one, /^\s/.test(one) ? '' : bareTokens(ends ? `${one} ` : one).join(' '));
        }
      }
    }
    add(text.slice(to), '');
    if (units.length === first && text !== '') units.push({ key: '', text, step });
  }
  return units;
}

function isSmall(changes: readonly UnitChange[]): boolean {
  const same = changes.filter(({ kind }) => kind === 'same').length;
  const [before, after] = [
    changes.filter((one) => one.before !== null),
    changes.filter((one) => one.after !== null),
  ];
  return same >= leastShared * Math.min(before.length, after.length);
}

/** What was taken away and put back in another notation was not changed. */
function rewordings(parts: readonly ChangedText[]): readonly ChangedText[] {
  const keyOf = (text: string): string => bareTokens(text).join(' ');
  return parts.flatMap((part, at): ChangedText[] => {
    const [last, next] = [parts[at - 1], parts[at + 1]];
    const isOld = (one: ChangedText, other?: ChangedText): boolean =>
      one.kind === 'removed' && other?.kind === 'added' && keyOf(one.before) === keyOf(other.after);
    if (isOld(part, next)) return [{ kind: 'same', before: part.before, after: next!.after }];
    return last !== undefined && isOld(last, part) ? [] : [part];
  });
}

/**
 * For each of the steps after, what it kept, lost and gained; null where it differs in nothing that counts. What was
 * lost between two steps belongs to the later one, and at the end to the last.
 */
export function stepDiff(
  before: readonly string[],
  after: readonly string[],
): readonly (readonly ChangedText[] | null)[] {
  const length = (steps: readonly string[]): number => steps.reduce((sum, text) => sum + text.length, 0);
  const whole = (steps: readonly string[]): string => steps.join('\n');
  if (Math.max(length(before), length(after)) > maxDiffLength)
    return after.map((text, at) => [
      { kind: 'removed', before: at === 0 ? whole(before) : '', after: '' },
      { kind: 'added', before: '', after: text },
    ]);
  const [old, now] = [unitsOf(before), unitsOf(after)];
  const changes = [
    ...diffUnits(
      old.map(({ key }) => key),
      now.map(({ key }) => key),
    ),
  ];
  const kept: readonly UnitChange[] = isSmall(changes)
    ? changes
    : [
        ...old.map((_, at): UnitChange => ({ kind: 'removed', before: at, after: null })),
        ...now.map((_, at): UnitChange => ({ kind: 'added', before: null, after: at })),
      ];
  const parts = after.map((): { kind: UnitChange['kind']; before: string; after: string }[] => []);
  const lost: string[] = [];
  const put = (step: number, kind: UnitChange['kind'], was: string, is: string): void => {
    const last = parts[step]!.at(-1);
    if (last?.kind === kind) {
      last.before += was;
      last.after += is;
    } else parts[step]!.push({ kind, before: was, after: is });
  };
  for (const { kind, before: b, after: a } of kept) {
    if (a === null) {
      lost.push(old[b!]!.text);
      continue;
    }
    const { step, text } = now[a]!;
    if (lost.length > 0) put(step, 'removed', lost.splice(0).join(''), '');
    put(step, kind, b === null ? '' : old[b]!.text, text);
  }
  if (lost.length > 0) put(after.length - 1, 'removed', lost.join(''), '');
  return parts.map((own) => {
    const read = rewordings(own);
    return read.every(({ kind }) => kind === 'same') ? null : read;
  });
}
