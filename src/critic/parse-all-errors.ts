// Reads a DeltaBench-style reply: the sections it calls wrong, its reasons, and its confidence. Replies count sections
// from 1; the result counts steps from 0. "No error" is read only when the reply states it.
import { withoutReasoning } from '../endpoints/reasoning.ts';
import { readConclusion } from './conclusion.ts';
import { readConfidence } from './confidence.ts';
import { correctedPlaces, isTakenBack } from './correction.ts';
import { deniesAll } from './index-in-words.ts';
import { plainText } from './index-text.ts';
import { type Field, labelledFields } from './labelled-fields.ts';
import { readSectionNumbers } from './section-numbers.ts';
import { addSections, contradiction, noStatements, type Remark, type Statements } from './statements.ts';
import { statementsInJson } from './statements-in-json.ts';
import { strictErrorSteps } from './strict-all-errors.ts';

export interface AllErrorsReading {
  /** Only `ok` and `ok_clean` are verdicts; a reply of any other status is unreadable and must count so. */
  readonly status: 'ok' | 'ok_clean' | 'failed' | 'inconsistent' | 'contradictory';
  /** What the reply says about there being any error; null = nothing. */
  readonly hasErrors: boolean | null;
  /** 0-based, ascending; [] = reported as clean. */
  readonly errorSteps: readonly number[] | null;
  /** The strict reading, in the same terms: see strict-all-errors.ts. */
  readonly strict: readonly number[] | null;
  /** Numbers as stated (1-based) that are no section of the solution. */
  readonly invalid: readonly number[];
  readonly note: string;
  /** By 0-based step: the first explanation stated for it. */
  readonly explanations: Readonly<Record<string, string>>;
  /** By 0-based step: the stated confidence, 0 to 1. */
  readonly confidences: Readonly<Record<string, number>>;
}

type Verdict = Pick<AllErrorsReading, 'status' | 'hasErrors' | 'errorSteps' | 'note'>;

/** `sectionCount`: steps of the judged solution. */
export function parseAllErrors(reply: string, sectionCount: number): AllErrorsReading {
  const strict = strictErrorSteps(reply, sectionCount);
  const { text, truncated } = withoutReasoning(reply);
  if (truncated) return { ...unreadable('truncated_reasoning'), strict };
  if (text.trim() === '') return { ...unreadable('empty_reply'), strict };
  const fields = labelledFields(text);
  const json = statementsInJson(text, sectionCount);
  const labelled = fields.length > 0 ? statementsOf(fields, sectionCount) : null;
  const statements = labelled === null ? json : agreed(labelled, json);
  if (statements === null) return { ...unreadable('no_verdict'), strict };
  if (isDenied(statements, text, labelled !== null)) statements.contradictory = true;
  const verdict = verdictOf(statements, fields.length > 0);
  const explanations: Record<string, string> = {};
  const confidences: Record<string, number> = {};
  for (const [step, { explanation, confidence }] of statements.flagged) {
    if (explanation !== '') explanations[step] = explanation;
    if (confidence !== null) confidences[step] = confidence;
  }
  return { ...verdict, strict, invalid: statements.invalid, explanations, confidences };
}

function unreadable(note: string): Omit<AllErrorsReading, 'strict'> {
  return {
    status: 'failed',
    hasErrors: null,
    errorSteps: null,
    invalid: [],
    note,
    explanations: {},
    confidences: {},
  };
}

/** The line in front of a verdict that replaces those before it. */
const replacing =
  /^(?:correction|final|(?:my )?(?:final|corrected|revised|updated) (?:answer|verdict|conclusion)) ?:?$/;

const isClean = ({ conclusion, flagged }: Statements): boolean =>
  conclusion === 'clean' && flagged.size === 0;

/** What the labels state, unless an object of the same reply has it that there is an error where they have none, or not. */
function agreed(labelled: Statements, json: Statements | null): Statements {
  if (json === null) return labelled;
  const isContradicted =
    (isClean(labelled) && json.flagged.size > 0) || (labelled.flagged.size > 0 && isClean(json));
  return isContradicted ? contradiction() : labelled;
}

/** Whether the text around the verdict takes it back. Labelled conclusions are read with what follows them. */
function isDenied(statements: Statements, text: string, isLabelled: boolean): boolean {
  if (statements.flagged.size > 0) return deniesAll(text);
  if (isLabelled) return false;
  const behind = text.slice(text.lastIndexOf('}') + 1);
  return isClean(statements) && (isTakenBack(behind) || correctedPlaces(behind, true).length > 0);
}

function statementsOf(fields: readonly Field[], sectionCount: number): Statements {
  let statements = noStatements();
  let remark: Remark = { explanation: '', confidence: null };
  for (const [at, { label, text }] of fields.entries()) {
    if (label === 'conclusion') {
      const lineBefore = fields[at - 1]?.text.trimEnd().split('\n').at(-1) ?? '';
      if (replacing.test(plainText(lineBefore))) statements = noStatements();
      statements.conclusion = readConclusion(text);
    } else if (label === 'section') {
      remark = { explanation: '', confidence: null };
      addSections(statements, readSectionNumbers(text, sectionCount), remark);
    } else if (label === 'explanation') {
      if (remark.explanation === '') remark.explanation = text;
    } else remark.confidence ??= readConfidence(text);
  }
  return statements;
}

function verdictOf({ conclusion, flagged, invalid, contradictory }: Statements, labelled: boolean): Verdict {
  if (contradictory) {
    return { status: 'contradictory', hasErrors: null, errorSteps: null, note: labelled ? 'fields' : 'json' };
  }
  const steps = [...flagged.keys()].sort((a, b) => a - b);
  if (conclusion === 'clean') {
    // 0 and -1 mean "none" here; any number from 1 on names a section.
    const names = steps.length > 0 || invalid.some((number) => number > 0);
    const note = labelled ? 'conclusion_no' : 'json';
    return { status: names ? 'contradictory' : 'ok_clean', hasErrors: false, errorSteps: [], note };
  }
  if (steps.length > 0) {
    const note = !labelled ? 'json' : conclusion === null ? 'fields_without_conclusion' : 'fields';
    return { status: 'ok', hasErrors: true, errorSteps: steps, note };
  }
  if (invalid.length > 0) {
    return { status: 'failed', hasErrors: true, errorSteps: null, note: 'all_out_of_range' };
  }
  return conclusion === 'errors'
    ? { status: 'inconsistent', hasErrors: true, errorSteps: null, note: 'yes_without_numbers' }
    : { status: 'failed', hasErrors: null, errorSteps: null, note: 'no_verdict' };
}
