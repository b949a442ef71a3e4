// A record as its page shows it: typeset, with what an injection changed, and each critic's verdict.

import type { Critique } from '../../records/critique.ts';
import { difficultySchema, type Injection } from '../../records/injection.ts';
import { recordHash } from '../../records/record-hash.ts';
import type { Solution } from '../../records/solution.ts';
import { isSimulated, tookSimulation } from '../../report/simulation.ts';
import { clipText, visibleLine, visibleText } from '../../report/visible-text.ts';
import type { ShownCheck, ShownCritique, ShownInjection, ShownRecord, ShownReview } from '../api-record.ts';
import { labelOf } from './columns.ts';
import { outcomeCode, outcomes } from './dimensions.ts';
import { goldOfRow, reviewOfRow, verdictsOfRow } from './row-facts.ts';
import { shownSteps } from './show-steps.ts';
import { typeset } from './typeset.ts';

const line = (text: string): string => visibleLine(clipText(text, 2000).text);
const lineOrNull = (text: string | null | undefined): string | null => (text == null ? null : line(text));

export function shownCritique(
  critique: Critique,
  record: Pick<Solution, 'error_steps' | 'injection'>,
): ShownCritique {
  const { critic, protocol, status, model, agreement, explanations, votes } = critique;
  const [verdict] = verdictsOfRow({ critiques: [critique] });
  const code = verdict === undefined ? 0 : outcomeCode(labelOf(goldOfRow(record)), verdict.named);
  return {
    critic: line(critic),
    protocol,
    status,
    firstError: critique.first_error ?? null,
    errorSteps: critique.error_steps ?? null,
    agreement: agreement ?? null,
    model: lineOrNull(model),
    simulated: tookSimulation([critic], [model]),
    explanations: Object.entries(explanations ?? {})
      .slice(0, 200)
      .map(([step, text]) => ({ step: Number(step), passage: typeset(text, 5000) })),
    votes: (votes ?? []).slice(0, 64).map((vote) => ({
      status: vote.status,
      firstError: vote.first_error ?? null,
      reply: vote.reply == null ? null : typeset(vote.reply, 5000),
    })),
    proposal: null,
    original: false,
    outcome: code === 0 ? null : (outcomes[code] ?? null),
  };
}

/** A source may have its own kind of difficulty, which is not shown. */
function shownDifficulty(difficulty: unknown): Pick<ShownInjection, 'difficulty'> {
  const read = difficultySchema.safeParse(difficulty);
  if (!read.success) return {};
  const { found, valid } = read.data;
  return { difficulty: { found, valid } };
}

export function shownChecks(gate: Injection['gate']): ShownCheck[] {
  return Object.entries(gate ?? {}).map(([check, { ok, detail }]) => ({
    check: line(check),
    ok,
    detail: lineOrNull(detail),
  }));
}

function shownInjection({ injection }: Solution): ShownInjection | null {
  if (injection == null) return null;
  return {
    status: lineOrNull(injection.status),
    mode: lineOrNull(injection.mode),
    errorStep: injection.error_step ?? null,
    errorType: lineOrNull(injection.error_type),
    explanation: injection.explanation == null ? null : typeset(injection.explanation, 5000),
    comment: injection.comment == null ? null : visibleText(clipText(injection.comment, 5000).text),
    model: lineOrNull(injection.model),
    simulated: isSimulated(injection.model ?? ''),
    attempts: injection.attempts ?? null,
    gate: shownChecks(injection.gate),
    originalAnswer: lineOrNull(injection.original_final_answer),
    ...shownDifficulty(injection.difficulty),
  };
}

function shownReview(record: Solution): ShownReview | null {
  const found = reviewOfRow(record);
  if (found === null) return null;
  const { rank, score, reasons, suggested_first_error: suggested, difficulty, discrimination } = found;
  return {
    ...{ rank, score, suggested, difficulty, discrimination },
    reasons: reasons.slice(0, 20).map(({ text }) => line(text)),
  };
}

function factsOf(record: Solution): [string, string][] {
  const { dataset, subset, original_id, generator, subject, difficulty, task, error_source } = record;
  const named = { dataset, subset, original_id, generator, subject, difficulty, task, error_source };
  const given = Object.entries(named).filter(([, value]) => value != null);
  return given.map(([name, value]) => [name.replaceAll('_', ' '), line(String(value))]);
}

export function showRecord(record: Solution): ShownRecord {
  const { error_steps: errorSteps } = record;
  const label = labelOf(goldOfRow(record));
  return {
    id: line(record.id),
    hash: recordHash(record),
    problem: typeset(record.problem),
    ...shownSteps(record),
    answer: lineOrNull(record.answer),
    finalAnswer: lineOrNull(record.final_answer),
    errorSteps: errorSteps ?? null,
    label: label === -2 ? 'unknown' : label === -1 ? 'clean' : 'error',
    facts: factsOf(record),
    injection: shownInjection(record),
    review: shownReview(record),
    critiques: (record.critiques ?? []).map((critique) => shownCritique(critique, record)),
    provenance: (record.provenance ?? []).map(({ stage, version, key }) => ({
      stage: line(stage),
      version: line(version),
      key: line(key),
    })),
  };
}
