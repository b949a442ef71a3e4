// Compares two observations aspect by aspect, and says where they begin to differ so that a person can judge it.
import type { Observation } from './observation.ts';

export interface Difference {
  readonly case: string;
  readonly aspect: string;
  readonly old: string;
  readonly new: string;
}

const widest = 300;

/** The part of a line around the first character that differs. */
function around(line: string, other: string): string {
  let at = 0;
  while (at < line.length && line[at] === other[at]) at += 1;
  const from = at > widest / 2 ? at - widest / 4 : 0;
  const part = line.slice(from, from + widest);
  return `${from > 0 ? '…' : ''}${part}${from + widest < line.length ? '…' : ''}`;
}

function firstDifference(old: string, next: string): Pick<Difference, 'old' | 'new'> {
  const [a, b] = [old.split('\n'), next.split('\n')];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const shown = (lines: string[], others: string[]): string =>
    lines[at] === undefined
      ? `(ends after ${lines.length} lines)`
      : `${at + 1}: ${around(lines[at]!, others[at] ?? '')}`;
  return { old: shown(a, b), new: shown(b, a) };
}

function differingBytes(old: Buffer, next: Buffer): Pick<Difference, 'old' | 'new'> {
  let at = 0;
  while (at < old.length && old[at] === next[at]) at += 1;
  const shown = (bytes: Buffer): string =>
    `${bytes.length} bytes; at ${at}: ${bytes.subarray(at, at + 16).toString('hex')}`;
  return { old: shown(old), new: shown(next) };
}

/** Calls are compared as a multiset: the lines that only one version has. */
function differingCalls(old: string, next: string): Pick<Difference, 'old' | 'new'> {
  const only = (lines: readonly string[], others: readonly string[]): string[] => {
    const left = [...others];
    return lines.filter((line) => {
      const at = left.indexOf(line);
      if (at !== -1) left.splice(at, 1);
      return at === -1;
    });
  };
  const [a, b] = [old, next].map((text) => text.split('\n').filter((line) => line !== '')) as [
    string[],
    string[],
  ];
  const [onlyOld, onlyNew] = [only(a, b), only(b, a)];
  const shown = (all: string[], own: string[], others: string[]): string =>
    `${all.length} calls, ${own.length} only here${own[0] === undefined ? '' : `: ${around(own[0], others[0] ?? '')}`}`;
  return { old: shown(a, onlyOld, onlyNew), new: shown(b, onlyNew, onlyOld) };
}

function compareAspect(
  aspect: string,
  old: string | Buffer | undefined,
  next: string | Buffer | undefined,
): Pick<Difference, 'old' | 'new'> | undefined {
  if (old === undefined || next === undefined) {
    const shown = (value: string | Buffer | undefined): string =>
      value === undefined ? '(absent)' : `(${value.length} characters)`;
    return { old: shown(old), new: shown(next) };
  }
  if (typeof old === 'string' && typeof next === 'string') {
    if (old === next) return undefined;
    return aspect === 'calls' ? differingCalls(old, next) : firstDifference(old, next);
  }
  const [a, b] = [Buffer.from(old), Buffer.from(next)];
  return a.equals(b) ? undefined : differingBytes(a, b);
}

export function compareObservations(name: string, old: Observation, next: Observation): Difference[] {
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((aspect) => {
    const found = compareAspect(aspect, old.get(aspect), next.get(aspect));
    return found === undefined ? [] : [{ case: name, aspect, ...found }];
  });
}
