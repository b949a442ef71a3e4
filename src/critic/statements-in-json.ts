// Reads an all-errors reply that is JSON: a list of section numbers, bare or under a name, or an object for each section.
import { jsonInReply, jsonText } from '../endpoints/json-in-reply.ts';
import { readObject } from '../endpoints/reply-json/object-in-reply.ts';
import { bareStatement } from '../endpoints/reply-json/reply-choice.ts';
import { statedNumbers } from '../endpoints/reply-json/reply-numbers.ts';
import { isObject, type JsonObject } from '../endpoints/wire-shape.ts';
import { type Conclusion, readConclusion } from './conclusion.ts';
import { readConfidence } from './confidence.ts';
import { addSections, noStatements, type Remark, type Statements } from './statements.ts';

const remarkFields = {
  explanation: ['reason', 'why', 'description'],
  confidence: ['confidence_score'],
};
const listFields = {
  error_sections: [
    'error_section_numbers',
    'errors',
    'sections',
    'error_section_number',
    'error_section',
    'wrong_sections',
  ],
  conclusion: ['has_error', 'has_errors', 'errors_found', 'error_found'],
  ...remarkFields,
};
const entryFields = {
  section: ['section_number', 'error_section_number', 'error_section', 'number', 'step'],
  right: ['is_correct', 'correct', 'is_right', 'is_valid', 'valid'],
  wrong: ['is_error', 'has_error', 'is_wrong', 'is_incorrect', 'incorrect', 'error'],
  verdict: ['label', 'status', 'judgement', 'judgment', 'correctness'],
  ...remarkFields,
};

/** Null where the JSON of a reply names no sections. */
export function statementsInJson(text: string, sectionCount: number): Statements | null {
  return (
    bareNumbers(jsonInReply(text), sectionCount) ??
    listedEntries(text, sectionCount) ??
    namedList(text, sectionCount)
  );
}

function bareNumbers(value: unknown, sectionCount: number): Statements | null {
  if (!Array.isArray(value) || !value.every(Number.isInteger)) return null;
  const statements = noStatements();
  add(statements, value as number[], { explanation: '', confidence: null }, sectionCount);
  return statements;
}

/** An object for each section, in a list or one behind the other. The last alone would hide the first error. */
function listedEntries(text: string, sectionCount: number): Statements | null {
  const json = jsonText(text);
  const list = json.startsWith('[') ? json : json.startsWith('{') ? `[${json}]` : null;
  if (list === null) return null;
  const found = readObject(`{"entries": ${list}}`, { fields: { entries: [] } });
  const entries = 'value' in found ? found.value.entries : undefined;
  // A single object may be one around a list, and is read as such.
  if (!Array.isArray(entries) || entries.length < (json.startsWith('[') ? 1 : 2)) return null;
  if (!entries.every((entry) => isObject(entry) && sectionsOf(entryOf(entry)) !== undefined)) return null;
  return entriesStatements(entries, null, sectionCount);
}

/** An object that holds the list under a name that says what it is; an empty one is "no error" there. */
function namedList(text: string, sectionCount: number): Statements | null {
  const object = readObject(text, { fields: listFields });
  if (!('value' in object)) return null;
  const { error_sections: given, conclusion } = object.value;
  if (given === undefined || given === null) return null;
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  const stated = statedConclusion(conclusion);
  if (list.length === 0) return noStatements(stated ?? 'clean');
  if (list.every(Number.isInteger) && Array.isArray(given)) {
    const statements = noStatements(stated);
    add(statements, list as number[], remarkOf(object.value), sectionCount);
    return statements;
  }
  return entriesStatements(list, object.value, sectionCount, stated);
}

const isRight = (text: string): boolean =>
  /^(?:correct|right|ok|valid|no errors?)$/.test(bareStatement(text));

/** Null where there is none. Beside an empty list, one that is not understood is no "no error". */
function statedConclusion(value: unknown): Conclusion | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 'errors' : 'clean';
  if (typeof value !== 'string') return 'unclear';
  return isRight(value) ? 'clean' : readConclusion(value);
}

function entriesStatements(
  list: readonly unknown[],
  around: JsonObject | null,
  sectionCount: number,
  conclusion: Conclusion | null = null,
): Statements | null {
  const statements = noStatements(conclusion);
  for (const listed of list) {
    const entry = isObject(listed) ? entryOf(listed) : { ...around, section: listed };
    const numbers = sectionsOf(entry);
    if (numbers === undefined) return null;
    if (!isSaidToBeRight(entry)) add(statements, numbers, remarkOf(entry), sectionCount);
  }
  return statements;
}

function entryOf(entry: JsonObject): JsonObject {
  const named = readObject(JSON.stringify(entry), { fields: entryFields });
  return 'value' in named ? named.value : {};
}

const sectionsOf = ({ section }: JsonObject): number[] | undefined => statedNumbers(section);

/** A list of all sections, each with a verdict: those that are right are no errors. */
function isSaidToBeRight({ right, wrong, verdict }: JsonObject): boolean {
  if (right === true || wrong === false) return true;
  return typeof verdict === 'string' && (isRight(verdict) || bareStatement(verdict) === 'true');
}

function remarkOf({ explanation, confidence }: JsonObject): Remark {
  return {
    explanation: typeof explanation === 'string' ? explanation : '',
    confidence: readConfidence(String(confidence ?? '')),
  };
}

function add(statements: Statements, numbers: readonly number[], remark: Remark, sectionCount: number): void {
  const isSection = (number: number): boolean => number >= 1 && number <= sectionCount;
  const valid = numbers.filter(isSection).map((number) => ({ first: number, last: number }));
  addSections(statements, { valid, invalid: numbers.filter((number) => !isSection(number)) }, remark);
}
