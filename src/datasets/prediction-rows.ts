// Converts predictions made elsewhere into critiques: the files of ProcessBench's own script (`_error.jsonl`,
// `_correct.jsonl`), DeltaBench's results, the original project's critic results, LateBench records and critiques, and
// plain {id, pred} rows. The fields of a row determine its form. Numbers count from 0, but from 1 in DeltaBench's
// results and those of the original project.
import { LateBenchError } from '../errors.ts';
import { type Critique, critiqueSchema } from '../records/critique.ts';
import { firstIssue } from '../records/issue-text.ts';
import { toStepIndex } from '../records/steps.ts';
import { isRow, type Row } from '../storage/rows.ts';
import { isCriticResult, isDeltabenchOutput } from './critic-outputs.ts';
import { critiquesOf as critiquesInUnified } from './latebench-critiques.ts';
import { idField, objectField } from './row-fields.ts';

export interface PredictedRow {
  readonly id: string;
  readonly critiques: readonly Critique[];
}

/** `name`: the critic's, where the row does not say. Throws LB_SCHEMA for a row of no known form. */
export function predictionRow(row: Row, name: string): PredictedRow {
  if (isCriticResult(row))
    return { id: givenId(row, 'example_id'), critiques: [fromCriticResult(row, name)] };
  if (isDeltabenchOutput(row))
    return { id: givenId(row, 'example_id'), critiques: [fromSections(row, name)] };
  return { id: givenId(row, 'id'), critiques: critiquesOf(row, name) };
}

function givenId(row: Row, field: 'id' | 'example_id'): string {
  const id = idField(row, field);
  if (id === null) throw badRow(`has no ${field}`);
  return id;
}

/** False, 0, or either as the text of a CSV cell in quotes. */
function isNo(value: unknown): boolean {
  return value === false || value === 0 || (typeof value === 'string' && /^\s*(false|0)\s*$/i.test(value));
}

/** `critic_results.json` of the original project: a call that failed there counts as no error; here it failed. */
function fromCriticResult(row: Row, name: string): Critique {
  const result = objectField(row, 'critic_result');
  const [critique] = critiquesInUnified({
    success: !isNo(row.success) && isRow(row.critic_result),
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
  // A record that the critic passed over, as it does one whose injection the gate rejected.
  if (Array.isArray(row.steps) && 'error_steps' in row) return [];
  throw badRow('names no prediction');
}

function checked(critique: unknown): Critique {
  const { data, error } = critiqueSchema.safeParse(critique);
  if (data === undefined) {
    throw badRow(`holds a critique that cannot be read (${firstIssue(error, critique, 'critique')})`);
  }
  return critique as Critique;
}

/** Its script filters sections beyond the last labelled one before it writes them. */
function fromDeltaBench(
  { error_sections_nums: sections, parsing_success: parsed }: Row,
  name: string,
): Critique {
  const base = { critic: name, protocol: 'all_errors' } as const;
  if (isNo(parsed) || sections === undefined || sections === null) return { ...base, status: 'unparsed' };
  const numbers: unknown = typeof sections === 'string' ? readText(sections) : sections;
  if (!Array.isArray(numbers))
    throw badRow(`names sections ${JSON.stringify(sections)}, which is not a list`);
  // Here, -1 is a block without a number: an error is reported, but its place is unknown.
  const steps = numbers.filter((number): number is number => Number.isInteger(number) && number >= 1);
  if (steps.length === 0 && numbers.length > 0) return { ...base, status: 'unparsed' };
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

/** A cell of a CSV file: empty, a whole number (as a column with gaps has it: 3.0), or a list in brackets. */
function readText(text: string): unknown {
  const trimmed = text.trim();
  if (/^(null|nan|none)?$/i.test(trimmed)) return null;
  if (/^[+-]?\d+(\.0*)?$/.test(trimmed)) return Number(trimmed);
  // With commas as JSON has them, or spaces alone between the numbers, as NumPy prints them.
  const list = /^\[\s*((?:\d+(?:\s*,\s*|\s+))*\d+)?\s*\]$/.exec(trimmed);
  return list === null ? text : (list[1]?.split(/[\s,]+/) ?? []).map(Number);
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
