// One solution with what is known and what the critics said about it, as an example in a report.
import type { Critique } from '../records/critique.ts';
import type { Solution } from '../records/solution.ts';
import { originalOf } from '../records/step-alignment.ts';

export interface ExamplePrediction {
  readonly critic: string;
  readonly status: Critique['status'];
  /** 0-based, -1 = no error found, null = not readable or failed. */
  readonly first_error: number | null;
  /** What the critic said about that step. */
  readonly explanation: string | null;
}

export interface Example {
  readonly id: string;
  /** What kind of solution it is, in a few words each: dataset, subject, error type. */
  readonly about: readonly string[];
  readonly problem: string;
  readonly steps: readonly string[];
  /** The first erroneous step, 0-based; -1 = correct, null = unknown. */
  readonly gold: number | null;
  /** The step at `gold` before an error was put in; null where none was. */
  readonly original_step: string | null;
  /** What is wrong there. */
  readonly explanation: string | null;
  readonly predictions: readonly ExamplePrediction[];
}

/** The first of the listed steps, -1 for an empty list, null for none. */
function firstOf(steps: readonly number[] | null | undefined): number | null {
  if (steps == null) return null;
  return steps.length === 0 ? -1 : steps.reduce((first, step) => Math.min(first, step));
}

/** The robust reading of a critique; a caller that scores another reading gives its own. */
function predictionOf(critique: Critique): ExamplePrediction {
  const { protocol, error_steps, first_error } = critique;
  const read = protocol === 'all_errors' ? firstOf(error_steps) : (first_error ?? null);
  const first = critique.status === 'ok' ? read : null;
  return {
    critic: critique.critic,
    status: critique.status,
    first_error: first,
    explanation: first === null ? null : (critique.explanations?.[String(first)] ?? null),
  };
}

export function exampleOf(record: Solution): Example {
  const gold = firstOf(record.error_steps);
  const injection = record.injection?.status === 'accepted' ? record.injection : null;
  const about = [record.dataset, record.subset, record.subject, record.task, record.error_source];
  return {
    id: record.id,
    about: [...new Set([...about, injection?.error_type])].filter((word): word is string => !!word),
    problem: record.problem,
    steps: record.steps,
    gold,
    original_step:
      gold === null || gold < 0 ? null : originalOf(gold, injection?.original_steps ?? [], record.steps),
    explanation: injection?.explanation ?? null,
    predictions: (record.critiques ?? []).map(predictionOf),
  };
}
