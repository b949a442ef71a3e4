// Reads a DeltaBench-style reply: the sections it calls wrong, its reasons, and its confidence. Replies count sections
// from 1; the result counts steps from 0. "No error" is read only when the reply states it.
import { jsonInReply } from '../endpoints/json-in-reply.ts';
import { withoutReasoning } from '../endpoints/reasoning.ts';
import { readObject } from '../endpoints/reply-json/object-in-reply.ts';
import { statedNumbers } from '../endpoints/reply-json/reply-numbers.ts';
import { isObject } from '../endpoints/wire-shape.ts';
import { toStepIndex } from '../records/steps.ts';
import { type Conclusion, readConclusion } from './conclusion.ts';
import { readConfidence } from './confidence.ts';
import { type Field, labelledFields } from './labelled-fields.ts';
import { readSectionNumbers, type SectionNumbers } from './section-numbers.ts';
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

interface Remark {
  explanation: string;
  confidence: number | null;
}

interface Statements {
  /** The last one stated: models draw others on the way, section by section. */
  conclusion: Conclusion | null;
  /** By 0-based step; a step that is named twice keeps its first remark. */
  flagged: Map<number, Remark>;
  invalid: number[];
}

type Verdict = Pick<AllErrorsReading, 'status' | 'hasErrors' | 'errorSteps' | 'note'>;

/** `sectionCount`: steps of the judged solution. */
export function parseAllErrors(reply: string, sectionCount: number): AllErrorsReading {
  const strict = strictErrorSteps(reply, sectionCount);
  const { text, truncated } = withoutReasoning(reply);
  if (truncated) return { ...unreadable('truncated_reasoning'), strict };
  if (text.trim() === '') return { ...unreadable('empty_reply'), strict };
  const fields = labelledFields(text);
  const statements =
    fields.length > 0
      ? statementsOf(fields, sectionCount)
      : (statementsInJson(jsonInReply(text), sectionCount) ?? statementsInObject(text, sectionCount));
  if (statements === null) return { ...unreadable('no_verdict'), strict };
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

function statementsOf(fields: readonly Field[], sectionCount: number): Statements {
  const statements: Statements = { conclusion: null, flagged: new Map(), invalid: [] };
  let remark: Remark = { explanation: '', confidence: null };
  for (const { label, text } of fields) {
    if (label === 'conclusion') {
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

function addSections(statements: Statements, { valid, invalid }: SectionNumbers, remark: Remark): void {
  for (const { first, last } of valid) {
    for (let step = toStepIndex(first); step <= toStepIndex(last); step += 1) {
      if (!statements.flagged.has(step)) statements.flagged.set(step, remark);
    }
  }
  for (const number of invalid) statements.invalid.push(number);
}

/** A bare list of section numbers, or an object that holds one under a name that says what it is. */
function statementsInJson(value: unknown, sectionCount: number): Statements | null {
  const named = typeof value === 'object' && value !== null && !Array.isArray(value);
  const list: unknown = named ? new Map(Object.entries(value)).get('error_sections') : value;
  if (!Array.isArray(list) || !list.every(Number.isInteger)) return null;
  const numbers = list as number[];
  const isSection = (number: number): boolean => number >= 1 && number <= sectionCount;
  // An unnamed empty list states nothing.
  const conclusion = named && numbers.length === 0 ? 'clean' : null;
  const statements: Statements = { conclusion, flagged: new Map(), invalid: [] };
  const stated = {
    valid: numbers.filter(isSection).map((number) => ({ first: number, last: number })),
    invalid: numbers.filter((number) => !isSection(number)),
  };
  addSections(statements, stated, { explanation: '', confidence: null });
  return statements;
}

const objectFields = {
  error_sections: [
    'error_section_numbers',
    'errors',
    'sections',
    'error_section_number',
    'error_section',
    'wrong_sections',
  ],
};
const entryFields = {
  section: ['section_number', 'error_section_number', 'error_section', 'number', 'step'],
  explanation: ['reason', 'why', 'description'],
  confidence: ['confidence_score'],
};

/** JSON that is written less strictly, with numbers as text, or with an object for each section. */
function statementsInObject(text: string, sectionCount: number): Statements | null {
  const object = readObject(text, { fields: objectFields });
  const given = 'value' in object ? object.value.error_sections : undefined;
  if (given === undefined || given === null) return null;
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  const statements: Statements = {
    conclusion: list.length === 0 ? 'clean' : null,
    flagged: new Map(),
    invalid: [],
  };
  for (const entry of list) {
    const named = isObject(entry) ? readObject(JSON.stringify(entry), { fields: entryFields }) : null;
    const fields = named !== null && 'value' in named ? named.value : { section: entry };
    const numbers = statedNumbers(fields.section);
    if (numbers === undefined) return null;
    const remark = {
      explanation: typeof fields.explanation === 'string' ? fields.explanation : '',
      confidence: readConfidence(String(fields.confidence ?? '')),
    };
    const valid = numbers
      .filter((number) => number <= sectionCount)
      .map((number) => ({ first: number, last: number }));
    addSections(statements, { valid, invalid: numbers.filter((number) => number > sectionCount) }, remark);
  }
  return statements;
}

function verdictOf({ conclusion, flagged, invalid }: Statements, labelled: boolean): Verdict {
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
