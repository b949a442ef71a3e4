// Finds the object that a reply was asked for, wherever it is: behind prose with braces, in another object or a list,
// or written out as a string. The last one with the fields counts, as models draft before they answer.
import { withoutReasoning } from '../reasoning.ts';
import { isObject, type JsonObject, parseJson } from '../wire-shape.ts';
import { endOfObject } from './end-of-object.ts';
import { decodeString, escapeStyle } from './latex-escapes.ts';
import { type LooseValue, looseObject, RawString, type Work, workFor } from './loose-json.ts';
import { type SourceText, sourceText } from './source-text.ts';
import type { Stated } from './taken-back.ts';

export interface ReplyShape {
  /** The fields asked for, each with the other names that models give it. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** The text that the reply was made from: it decides doubtful escapes. */
  readonly source?: string;
  /** Default true: the object may be inside another one or in a list. */
  readonly nested?: boolean;
}

export interface ReadReply {
  readonly value: JsonObject;
  /** By the path of a text ("steps.0.text"): why its escapes can mean two things. Such a text is not to be used. */
  readonly doubts: ReadonlyMap<string, string>;
}

export interface NoObject {
  readonly reason: string;
  /** There is an object, and only its form is wrong: asked for it again, the model can write it better. */
  readonly form: boolean;
}

const bare = (key: string): string => key.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
const maxWrapped = 4;

interface ObjectInText {
  readonly object: Found;
  readonly start: number;
  readonly end: number;
}

function* objectsIn(text: string, work: Work): Generator<ObjectInText> {
  for (let start = text.indexOf('{'); start !== -1; ) {
    const found = looseObject(text, start, work);
    if ('value' in found) {
      yield { object: found.value, start, end: found.end };
      start = text.indexOf('{', found.end);
      continue;
    }
    if (work.left < 0 || (found.cut && found.isObject)) {
      work.cut = true;
      return;
    }
    // A brace of prose is passed; of an object that cannot be read, its parts are no answers either.
    const end = found.isObject ? endOfObject(text, start) : start + 1;
    if (end === -1) {
      work.cut = true;
      return;
    }
    start = text.indexOf('{', end);
  }
}

type Found = Map<string, LooseValue>;
interface Field {
  readonly name: string;
  /** Named as it was asked for. */
  readonly own: boolean;
}
type Names = ReadonlyMap<string, Field>;

/** The name asked for, by the name as it is written. */
function namesOf({ fields }: ReplyShape): Names {
  const names = new Map<string, Field>();
  for (const [name, others] of Object.entries(fields))
    for (const other of others) names.set(bare(other), { name, own: false });
  for (const name of Object.keys(fields)) names.set(bare(name), { name, own: true });
  return names;
}

/** The field that an entry of an object is; another name of it may be that of an object around the fields. */
function fieldOf(key: string, value: LooseValue, names: Names): Field | undefined {
  const field = names.get(bare(key));
  return field?.own === false && value instanceof Map ? undefined : field;
}

/** The object itself, or those inside it that have a field asked for. */
function unwrapped(value: LooseValue, names: Names, source: SourceText, depth: number): Found[] {
  if (depth > maxWrapped) return [];
  const inner = (values: readonly LooseValue[]): Found[] =>
    values.flatMap((one) => unwrapped(one, names, source, depth + 1));
  if (value instanceof Map) {
    const isNamed = [...value].some(([key, one]) => fieldOf(key, one, names) !== undefined);
    return isNamed ? [value] : inner([...value.values()]);
  }
  if (Array.isArray(value)) return inner(value);
  if (value instanceof RawString && /^\s*[[{]/.test(value.raw) && value.raw.includes(':')) {
    const { text, doubt } = decodeString(value.raw, { single: false, doubled: true }, source);
    return doubt === null ? inner([...objectsIn(text, workFor(text))].map(({ object }) => object)) : [];
  }
  return [];
}

function* rawStrings(value: LooseValue): Generator<string> {
  if (value instanceof RawString) yield value.raw;
  else if (value instanceof Map) for (const [key, inner] of value) yield* [key, ...rawStrings(inner)];
  else if (Array.isArray(value)) for (const inner of value) yield* rawStrings(inner);
}

/** The object with its strings decoded. */
function decoded(object: Found, shape: ReplyShape, source: SourceText): ReadReply {
  const style = escapeStyle(rawStrings(object));
  const names = namesOf(shape);
  const doubts = new Map<string, string>();
  const plain = (value: LooseValue, path: string): unknown => {
    if (value instanceof RawString) {
      const { text, doubt } = decodeString(value.raw, style, source);
      const reason = value.uncertainEnd ? 'quotation marks inside that are not escaped' : doubt;
      if (reason !== null) doubts.set(path, reason);
      return text;
    }
    if (Array.isArray(value)) return value.map((inner, at) => plain(inner, `${path}.${at}`));
    if (!(value instanceof Map)) return value;
    return Object.fromEntries([...value].map(([key, inner]) => [key, plain(inner, `${path}.${key}`)]));
  };
  const fields = [...object].map(([key, value]) => ({ key, value, field: fieldOf(key, value, names) }));
  const own = new Set(fields.flatMap(({ field }) => (field?.own === true ? [field.name] : [])));
  const named = fields.map(({ key, value, field }) => {
    const name = field === undefined || (!field.own && own.has(field.name)) ? key : field.name;
    return [name, plain(value, name)] as const;
  });
  return { value: Object.fromEntries(named), doubts };
}

/** All objects of a text, and those that have a field asked for, each with the text in front of it. */
function search(reply: string, shape: ReplyShape) {
  const { nested = true } = shape;
  const names = namesOf(shape);
  const strict = parseJson(reply);
  const whole = isObject(strict) ? reply : withoutReasoning(reply).text;
  const work = workFor(whole);
  const source = sourceText(shape.source ?? '');
  const named: Stated<Found>[] = [];
  let last: Found | null = null;
  let behind = 0;
  for (const { object, start, end } of objectsIn(whole, work)) {
    const found = unwrapped(object, names, source, nested ? 0 : maxWrapped);
    for (const value of found) {
      named.push({ value, before: whole.slice(behind, start) });
      behind = end;
    }
    if (object.size > 0 || last === null) last = object;
  }
  return { whole, isCut: work.cut, named, last, read: (object: Found) => decoded(object, shape, source) };
}

/** Some servers write the content out twice. */
function writtenOnce(reply: string): string {
  const value = parseJson(reply);
  return typeof value === 'string' && value.includes('{') ? writtenOnce(value) : reply;
}

/**
 * The object of a reply, with its fields under the names asked for. Of several the last counts: for texts that are checked
 * afterwards. A verdict is read from all of them (`readObjects`).
 *
 * @returns or the reason why there is none, for the model or a person to read.
 */
export function readObject(reply: string, shape: ReplyShape): ReadReply | NoObject {
  const { whole, isCut, named, last, read } = search(writtenOnce(reply), shape);
  const chosen = named.at(-1)?.value ?? last;
  if (chosen !== null) return read(chosen);
  if (isCut) return { reason: 'the reply ends inside its JSON object', form: false };
  return whole.includes('{')
    ? { reason: 'the reply is not valid JSON', form: true }
    : { reason: 'the reply holds no JSON object', form: false };
}

/** Every object of a reply that has a field asked for, in order. */
export function readObjects(reply: string, shape: ReplyShape): Stated<ReadReply>[] {
  const { named, read } = search(writtenOnce(reply), shape);
  return named.map(({ value, before }) => ({ value: read(value), before }));
}
