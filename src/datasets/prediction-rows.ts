// Converts predictions made elsewhere into critiques: the files of ProcessBench's own script (`_error.jsonl`,
// `_correct.jsonl`), DeltaBench's results, the original project's critic results, LateBench records and critiques, and
// plain {id, pred} rows. The fields of a row determine its form. Numbers count from 0, but from 1 in DeltaBench's
// results and those of the original project.
import { LateBenchError } from '../errors.ts';
import { type Critique, critiqueSchema } from '../records/critique.ts';
import { toStepIndex } from '../records/steps.ts';
import { isRow, type Row } from '../storage/rows.ts';
import { isCriticResult, isDeltabenchOutput } from './critic-outputs.ts';
import { critiquesOf as critiquesInUnified } from './latebench-critiques.ts';
import { objectField } from './row-fields.ts';

export interface PredictedRow {
  readonly id: string;
  readonly critiques: readonly Critique[];
}

/** `name`: the critic's, where the row does not say. Throws LB_SCHEMA for a row of no known form. */
export function predictionRow(row: Row, name: string): PredictedRow {
  if (isCriticResult(row)) return { id: exampleId(row), critiques: [fromCriticResult(row, name)] };
  if (isDeltabenchOutput(row)) return { id: exampleId(row), critiques: [fromSections(row, name)] };
  const { id } = row;
  if (typeof id !== 'string' && typeof id !== 'number') throw badRow('has no id');
  return { id: String(id), critiques: critiquesOf(row, name) };
}

function exampleId({ example_id: id }: Row): string {
  if (typeof id === 'string' || typeof id === 'number') return String(id);
  throw badRow('has no example_id');
}

/** `critic_results.json` of the original project: a call that failed there counts as no error; here it failed. */
function fromCriticResult(row: Row, name: string): Critique {
  const result = objectField(row, 'critic_result');
  const [critique] = critiquesInUnified({
    success: row.success !== false && isRow(row.critic_result),
    model_version: result.model_used,
    error_steps: result.error_steps,
    explanations: result.explanations,
  });
  // A failed call names no model: all rows of a file are one critic.
  return { ...(critique as Critique), critic: name };
}

/** One row of a DeltaBench CSV file; without a list the reply could not be read. */
function fromSections({ predicted_sections: sections }: Row, name: string): Critique {
  return fromDeltaBench({ error_sections_nums: sections }, name);
}

function badRow(problem: string): LateBenchError {
  return new LateBenchError(
    'LB_SCHEMA',
    `row ${problem}: give id and pred (0-based step, -1 = no error, null = unreadable, or a list of steps), ProcessBench's id and prediction, DeltaBench's id and error_sections_nums, its CSV's example_id and predicted_sections, example_id and critic_result of the original LateBench, or records with critiques`,
  );
}

function critiquesOf(row: Row, name: string): readonly Critique[] {
  if (Array.isArray(row.critiques)) return row.critiques.map(checked);
  if (typeof row.critic === 'string' && typeof row.protocol === 'string') {
    const { id, ...critique } = row;
    return [checked(critique)];
  }
  if ('error_sections_nums' in row || 'parsing_success' in row) return [fromDeltaBench(row, name)];
  if ('pred' in row) return [fromAnswer(row.pred, name)];
  if ('prediction' in row) return [withVotes(fromAnswer(row.prediction, name), row.votes)];
  throw badRow('names no prediction');
}

function checked(critique: unknown): Critique {
  const { data, error } = critiqueSchema.safeParse(critique);
  if (data === undefined) {
    const [issue] = error.issues;
    throw badRow(`holds a critique that cannot be read (${issue?.path.join('.')}: ${issue?.message})`);
  }
  return critique as Critique;
}

/** Its script filters sections beyond the last labelled one before it writes them. */
function fromDeltaBench(
  { error_sections_nums: sections, parsing_success: parsed }: Row,
  name: string,
): Critique {
  const base = { critic: name, protocol: 'all_errors' } as const;
  if (parsed === 0 || !Array.isArray(sections)) return { ...base, status: 'unparsed' };
  // Here, -1 is a block without a number: an error is reported, but its place is unknown.
  const steps = sections.filter((number): number is number => Number.isInteger(number) && number >= 1);
  if (steps.length === 0 && sections.length > 0) return { ...base, status: 'unparsed' };
  return allErrors(steps.map(toStepIndex), name);
}

function fromAnswer(answer: unknown, name: string): Critique {
  const value = typeof answer === 'string' ? readText(answer) : answer;
  if (value === null) {
    return { critic: name, protocol: 'first_error', status: 'unparsed', first_error: null };
  }
  if (Array.isArray(value) && value.every((step) => Number.isInteger(step) && step >= 0)) {
    return allErrors(value as number[], name);
  }
  if (!Number.isInteger(value) || (value as number) < -1) {
    throw badRow(`predicts ${JSON.stringify(answer)}`);
  }
  const first = value as number;
  return {
    critic: name,
    protocol: 'first_error',
    status: 'ok',
    first_error: first,
    first_error_strict: first,
    error_steps: first === -1 ? [] : [first],
  };
}

/** A cell of a CSV file: empty, a whole number, or a list in brackets. */
function readText(text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.toLowerCase() === 'null' || trimmed === 'None') return null;
  if (/^[+-]?\d+$/.test(trimmed)) return Number(trimmed);
  return /^\[[\d,\s]*\]$/.test(trimmed) ? (JSON.parse(trimmed) as unknown) : text;
}

function allErrors(steps: readonly number[], name: string): Critique {
  const sorted = [...new Set(steps)].sort((a, b) => a - b);
  return {
    critic: name,
    protocol: 'all_errors',
    status: 'ok',
    first_error: sorted[0] ?? -1,
    error_steps: sorted,
  };
}

/** The votes behind a prediction, where the row lists them as numbers. */
function withVotes(critique: Critique, votes: unknown): Critique {
  if (!Array.isArray(votes) || !votes.every((vote) => Number.isInteger(vote) && vote >= -1)) return critique;
  return {
    ...critique,
    votes: (votes as number[]).map((first, sample) => ({
      sample,
      status: 'ok' as const,
      first_error: first,
      first_error_strict: first,
      error_steps: first === -1 ? [] : [first],
    })),
  };
}
