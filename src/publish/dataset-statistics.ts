// Statistics of a version for its card, counted one record at a time. Memory grows with the number of
// different subjects, types, step counts and lengths, not with the records.
import { difficultySchema } from '../records/injection.ts';
import { difficultyClass, notStated } from './candidates.ts';
import { type Part, parts } from './choose.ts';
import type { PublishedRecord } from './publication.ts';
import { type Split, splits } from './splits.ts';

export interface Spread {
  readonly least: number;
  readonly median: number;
  readonly mean: number;
  readonly most: number;
}

/** Counts by name, names in code-unit order. */
type Counts = Record<string, number>;

export interface DatasetStatistics {
  readonly records: number;
  readonly errors: number;
  readonly clean: number;
  readonly parts: Readonly<Record<Part, number>>;
  readonly splits: Readonly<Record<Split, Readonly<Record<Part, number>>>>;
  /** Records of the part `natural` whose error was injected before they were a source here. */
  readonly injected_before: number;
  /** Null without records. */
  readonly steps: Spread | null;
  /** Characters of a solution. */
  readonly characters: Spread | null;
  /** First errors by tenth of the solution. */
  readonly positions: { readonly natural: readonly number[]; readonly injected: readonly number[] };
  readonly error_types: Counts;
  readonly subjects: Counts;
  readonly difficulties: Counts;
  readonly datasets: Counts;
  readonly licences: Counts;
  /** Blind critics on injected errors: `mean` of 1 - found / readable, and how many records all, some or none found. */
  readonly critic_difficulty: {
    readonly records: number;
    readonly mean: number;
    readonly by_all: number;
    readonly by_some: number;
    readonly by_none: number;
  } | null;
}

export interface StatisticsCollector {
  add(record: PublishedRecord): void;
  result(): DatasetStatistics;
}

function countIn(counts: Map<string, number>, name: string | null | undefined): void {
  const key = name ?? notStated;
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function sorted(counts: ReadonlyMap<string, number>): Counts {
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function spreadOf(counts: ReadonlyMap<number, number>): Spread | null {
  const values = [...counts].sort(([a], [b]) => a - b);
  const n = values.reduce((sum, [, count]) => sum + count, 0);
  if (n === 0) return null;
  // The value at a place from 0 in the order of all.
  const valueAt = (place: number): number => {
    let seen = 0;
    return values.find(([, count]) => {
      seen += count;
      return seen > place;
    })![0];
  };
  const median = (valueAt(Math.floor((n - 1) / 2)) + valueAt(Math.floor(n / 2))) / 2;
  const mean = values.reduce((sum, [value, count]) => sum + value * count, 0) / n;
  return { least: values[0]![0], median, mean, most: values.at(-1)![0] };
}

export function createStatistics(): StatisticsCollector {
  const bySplit = Object.fromEntries(
    splits.map((split) => [split, Object.fromEntries(parts.map((part) => [part, 0]))]),
  ) as Record<Split, Record<Part, number>>;
  const steps = new Map<number, number>();
  const characters = new Map<number, number>();
  const positions = { natural: new Array<number>(10).fill(0), injected: new Array<number>(10).fill(0) };
  const maps = {
    error_types: new Map<string, number>(),
    subjects: new Map<string, number>(),
    difficulties: new Map<string, number>(),
    datasets: new Map<string, number>(),
    licences: new Map<string, number>(),
  };
  let injectedBefore = 0;
  const judged = { records: 0, sum: 0, by_all: 0, by_some: 0, by_none: 0 };
  const addDifficulty = (value: unknown): void => {
    const parsed = difficultySchema.safeParse(value);
    if (!parsed.success || parsed.data.score == null) return;
    const { score, found, valid } = parsed.data;
    judged.records += 1;
    judged.sum += score;
    judged[found === 0 ? 'by_none' : found === valid ? 'by_all' : 'by_some'] += 1;
  };
  return {
    add(record) {
      const { part, split } = record.publication;
      bySplit[split][part] += 1;
      const count = record.steps.length;
      steps.set(count, (steps.get(count) ?? 0) + 1);
      const length = record.steps.join('\n').length;
      characters.set(length, (characters.get(length) ?? 0) + 1);
      countIn(maps.subjects, record.subject);
      countIn(maps.difficulties, difficultyClass(record.difficulty));
      countIn(maps.datasets, record.dataset);
      countIn(maps.licences, record.publication.licence);
      const first = record.error_steps?.[0];
      if (first === undefined) return;
      const tenth = Math.min(9, Math.floor((first / count) * 10));
      positions[part === 'natural' ? 'natural' : 'injected'][tenth]! += 1;
      if (part === 'natural') {
        if (record.error_source === 'injected') injectedBefore += 1;
        return;
      }
      countIn(maps.error_types, record.injection?.error_type);
      addDifficulty(record.injection?.difficulty);
    },
    result() {
      const partCounts = Object.fromEntries(
        parts.map((part) => [part, splits.reduce((sum, split) => sum + bySplit[split][part], 0)]),
      ) as Record<Part, number>;
      const records = Object.values(partCounts).reduce((sum, count) => sum + count, 0);
      const { sum, ...difficulty } = judged;
      return {
        records,
        errors: records - partCounts.clean,
        clean: partCounts.clean,
        parts: partCounts,
        splits: bySplit,
        injected_before: injectedBefore,
        steps: spreadOf(steps),
        characters: spreadOf(characters),
        positions,
        error_types: sorted(maps.error_types),
        subjects: sorted(maps.subjects),
        difficulties: sorted(maps.difficulties),
        datasets: sorted(maps.datasets),
        licences: sorted(maps.licences),
        critic_difficulty: judged.records === 0 ? null : { ...difficulty, mean: sum / judged.records },
      };
    },
  };
}
