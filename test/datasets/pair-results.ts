// What `--unique near` and the guard of test problems say of pairs, beside what people say.
import { existsSync, readFileSync } from 'node:fs';
import { unique } from '../../src/datasets/quality/duplicates.ts';
import { problemForm } from '../../src/datasets/quality/problem-form.ts';
import { createProblemIndex, likenesses } from '../../src/datasets/quality/problem-index.ts';
import { testData } from '../support/test-data.ts';
import type { Pair } from './problem-pairs.ts';

function isDropped({ one, other }: Pair): boolean {
  const check = unique({ kind: 'near' });
  check.reason({ id: 'one', problem: one });
  return check.reason({ id: 'other', problem: other }) !== null;
}

/** As `--also` and `--overlap` ask, and families. */
export function isLetThrough({ one, other }: Pair): boolean {
  const index = createProblemIndex(...likenesses);
  index.add(problemForm(one));
  return !likenesses.some((likeness) => index.has(problemForm(other), likeness, 0.8));
}

export interface PairResults {
  /** Shares, 0 to 1. */
  readonly recall: number;
  readonly precision: number;
  readonly missed: readonly Pair[];
  readonly dropped: readonly Pair[];
}

export function judged(same: readonly Pair[], different: readonly Pair[]): PairResults {
  const missed = same.filter((pair) => !isDropped(pair));
  const dropped = different.filter(isDropped);
  const found = same.length - missed.length;
  return { recall: found / same.length, precision: found / (found + dropped.length), missed, dropped };
}

/** How many of each kind, and the first three in full. */
export function described(wrong: readonly Pair[]): string {
  const kinds = [...new Set(wrong.map(({ how }) => how))];
  const counts = kinds.map((kind) => `${kind}: ${wrong.filter(({ how }) => how === kind).length}`);
  const shown = wrong
    .slice(0, 3)
    .map(({ how, one, other }) => `${how}\n  ${one.slice(0, 400)}\n  ${other.slice(0, 400)}`);
  return [...counts, ...shown].join('\n');
}

const root = `${testData}/data`;

/** Of three published datasets; null where their files are absent. */
export function publishedProblems(): readonly string[] | null {
  if (!existsSync(root)) return null;
  return ['gsm8k/test.jsonl', 'math/math500_test.jsonl', 'olympiadbench/test.jsonl'].flatMap((path) =>
    readFileSync(`${root}/${path}`, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { problem?: string; question?: string })
      .map(({ problem, question }) => problem ?? question ?? ''),
  );
}
