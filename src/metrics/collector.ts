// Collects what a score report shows, one record at a time and in constant memory: the score, the positions of first
// errors, the models, and a few examples.

import type { Parse, ScoreObject } from '../records/score.ts';
import type { Solution } from '../records/solution.ts';
import { type Example, exampleOf } from '../report/example.ts';
import { firstErrorOf, goldOf } from './gold.ts';
import { predictionOf } from './prediction.ts';
import { createScore, type ScoreSettings } from './score.ts';

/** Collects what a score report shows, one record at a time. */
export interface Collector {
  /** Adds a judged record. */
  add(record: Solution): void;
  /** The score of the records so far. */
  score(): ScoreObject;
  /** First errors by tenth of the solution. */
  readonly positions: readonly number[];
  /** By role: what injected and what judged. */
  readonly models: Readonly<Record<string, string>>;
  /** A few solutions with what critics said of them. */
  readonly examples: readonly Example[];
}

/** How many examples a report shows: the first of these kinds, so that each is seen. */
const requestedExamples: readonly (readonly [kind: string, count: number])[] = [
  ['error found', 2],
  ['error missed', 2],
  ['wrong step', 2],
  ['false alarm', 1],
];

function kindOf(record: Solution, parse: Parse = 'robust'): string | null {
  const gold = goldOf(record);
  const [critique] = record.critiques ?? [];
  const named = critique === undefined ? null : predictionOf(critique, parse).first_error;
  if (gold === null || named === null) return null;
  const first = firstErrorOf(gold);
  if (named === first) return first === -1 ? null : 'error found';
  if (first === -1) return 'false alarm';
  return named === -1 ? 'error missed' : 'wrong step';
}

/**
 * Collects from records what `scoreReport` shows: scores, charts and examples. Its memory does not grow with the number
 * of records.
 *
 * @param settings As for `createScore`.
 * @throws LB_USAGE for a constant baseline that is not a step.
 */
export function createCollector(settings: ScoreSettings): Collector {
  const score = createScore(settings);
  const positions = new Array<number>(10).fill(0);
  const models: Record<string, string> = {};
  const critics = new Set<string>();
  const injectors = new Set<string>();
  const examples: Example[] = [];
  const requested = new Map(requestedExamples);
  return {
    add(record) {
      score.add(record);
      const gold = goldOf(record);
      if (gold?.kind === 'error') {
        const tenth = Math.floor((firstErrorOf(gold) / record.steps.length) * 10);
        positions[tenth] = positions[tenth]! + 1;
      }
      if (record.injection?.model != null) injectors.add(record.injection.model);
      for (const { model } of record.critiques ?? []) if (model != null) critics.add(model);
      const kind = kindOf(record, settings.parse);
      const left = kind === null ? 0 : (requested.get(kind) ?? 0);
      if (kind !== null && left > 0) {
        requested.set(kind, left - 1);
        examples.push(exampleOf(record));
      }
    },
    score: () => score.result(),
    positions,
    get models() {
      if (injectors.size > 0) models.inject = [...injectors].join(', ');
      if (critics.size > 0) models.critic = [...critics].join(', ');
      return models;
    },
    examples,
  };
}
