// Reads an all-errors reply that is JSON: a list of section numbers, bare or under a name, or an object for each section.
import { jsonTexts } from '../endpoints/json-in-reply.ts';
import { readObject, readObjects } from '../endpoints/reply-json/object-in-reply.ts';
import { bareStatement } from '../endpoints/reply-json/reply-choice.ts';
import { statedNumbers } from '../endpoints/reply-json/reply-numbers.ts';
import { lastStated, type Stated } from '../endpoints/reply-json/taken-back.ts';
import { isObject, type JsonObject, parseJson } from '../endpoints/wire-shape.ts';
import { type Conclusion, readConclusion } from './conclusion.ts';
import { readConfidence } from './confidence.ts';
import { isRight, truthOfStep } from './stated-truth.ts';
import { addSections, contradiction, noStatements, type Remark, type Statements } from './statements.ts';

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
  ...remarkFields,
};

/** Null where the JSON of a reply names no sections. Whole answers that contradict each other are a contradiction. */
export function statementsInJson(text: string, sectionCount: number): Statements | null {
  const lists = jsonTexts(text).flatMap(({ value: json, before }) => {
    const value = bareNumbers(parseJson(json), sectionCount) ?? listedEntries(json, sectionCount);
    return value === null ? [] : [{ value, before }];
  });
  if (lists.length > 0) return settled(lists);
  return settled(
    readObjects(text, { fields: listFields }).flatMap(({ value: { value: object }, before }) => {
      const value = namedList(object, sectionCount);
      return value === undefined ? [] : [{ value, before }];
    }),
  );
}

function settled(stated: readonly Stated<Statements | null>[]): Statements | null {
  if (stated.length === 0) return null;
  const last = lastStated(stated, (one, other) => verdictText(one) === verdictText(other));
  return last === undefined ? contradiction() : last;
}

const verdictText = (statements: Statements | null): string =>
  statements === null
    ? ''
    : `${statements.conclusion} ${[...statements.flagged.keys()].sort()} ${statements.invalid}`;

function bareNumbers(value: unknown, sectionCount: number): Statements | null {
  if (!Array.isArray(value) || value.length === 0 || !value.every(Number.isInteger)) return null;
  const statements = noStatements();
  add(statements, value as number[], { explanation: '', confidence: null }, sectionCount);
  return statements;
}

/** An object for each section, in a list or one behind the other. The last alone would hide the first error. */
function listedEntries(json: string, sectionCount: number): Statements | null {
  const list = json.startsWith('[') ? json : json.startsWith('{') ? `[${json}]` : null;
  if (list === null) return null;
  const found = readObject(`{"entries": ${list}}`, { fields: { entries: [] } });
  const entries = 'value' in found ? found.value.entries : undefined;
  // A single object may be one around a list, and is read as such.
  if (!Array.isArray(entries) || entries.length < (json.startsWith('[') ? 1 : 2)) return null;
  if (!entries.every((entry) => isObject(entry) && sectionsOf(entryOf(entry)) !== undefined)) return null;
  return entriesStatements(entries, null, sectionCount);
}

/** An object that holds the list under a name that says what it is; an empty one is "no error" there. Undefined: none. */
function namedList(object: JsonObject, sectionCount: number): Statements | null | undefined {
  const { error_sections: given, conclusion } = object;
  if (given === undefined) return undefined;
  if (given === null) return null;
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  const stated = statedConclusion(conclusion);
  if (list.length === 0) return noStatements(stated ?? 'clean');
  if (list.every(Number.isInteger) && Array.isArray(given)) {
    const statements = noStatements(stated);
    add(statements, list as number[], remarkOf(object), sectionCount);
    return statements;
  }
  return entriesStatements(list, object, sectionCount, stated);
}

/** Null where there is none. Beside an empty list, one that is not understood is no "no error". */
function statedConclusion(value: unknown): Conclusion | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 'errors' : 'clean';
  if (typeof value !== 'string') return 'unclear';
  return isRight(bareStatement(value)) ? 'clean' : readConclusion(value);
}

function entriesStatements(
  list: readonly unknown[],
  around: JsonObject | null,
  sectionCount: number,
  conclusion: Conclusion | null = null,
): Statements | null {
  const statements = noStatements(conclusion);
  const entries = list.map((listed) => {
    const entry = isObject(listed) ? entryOf(listed) : { ...around, section: listed };
    return { entry, truth: isObject(listed) ? truthOfStep(listed) : null };
  });
  // Beside sections that are right, one of which is said neither is not read as wrong.
  const isReport = entries.some(({ truth }) => truth === 'right');
  for (const { entry, truth } of entries) {
    const numbers = sectionsOf(entry);
    if (numbers === undefined || (isReport && truth === 'unclear')) return null;
    if (truth !== 'right') add(statements, numbers, remarkOf(entry), sectionCount);
  }
  return statements;
}

function entryOf(entry: JsonObject): JsonObject {
  const named = readObject(JSON.stringify(entry), { fields: entryFields });
  return 'value' in named ? named.value : {};
}

const sectionsOf = ({ section }: JsonObject): number[] | undefined => statedNumbers(section);

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
