// Finds the object that a reply was asked for, wherever it is: behind prose with braces, in another object or a list,
// or written out as a string. The last one with the fields counts, as models draft before they answer.
import { withoutReasoning } from '../reasoning.ts';
import { isObject, type JsonObject, parseJson } from '../wire-shape.ts';
import { endOfObject } from './end-of-object.ts';
import { decodeString, escapeStyle } from './latex-escapes.ts';
import { type LooseValue, looseObject, RawString, type Work, workFor } from './loose-json.ts';
import { type SourceText, sourceText } from './source-text.ts';

export interface ReplyShape {
  /** The fields asked for, each with the other names that models give it. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** The text that the reply was made from: it decides doubtful escapes. */
  readonly source?: string;
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

function* objectsIn(text: string, work: Work): Generator<Map<string, LooseValue>> {
  for (let start = text.indexOf('{'); start !== -1; ) {
    const found = looseObject(text, start, work);
    if ('value' in found) {
      yield found.value;
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

/** The object itself, or the last one inside it that has a field asked for. */
function unwrapped(value: LooseValue, names: Names, source: SourceText, depth: number): Found | null {
  if (depth > maxWrapped) return null;
  if (value instanceof Map) {
    if ([...value].some(([key, inner]) => fieldOf(key, inner, names) !== undefined)) return value;
    return lastOf([...value.values()], names, source, depth);
  }
  if (Array.isArray(value)) return lastOf(value, names, source, depth);
  if (value instanceof RawString && /^\s*[[{]/.test(value.raw) && value.raw.includes(':')) {
    const { text, doubt } = decodeString(value.raw, { single: false, doubled: true }, source);
    const inner = doubt === null ? [...objectsIn(text, workFor(text))] : [];
    return lastOf(inner, names, source, depth);
  }
  return null;
}

function lastOf(
  values: readonly LooseValue[],
  names: Names,
  source: SourceText,
  depth: number,
): Found | null {
  for (const value of values.toReversed()) {
    const found = unwrapped(value, names, source, depth + 1);
    if (found !== null) return found;
  }
  return null;
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

/**
 * The object of a reply, with its fields under the names asked for.
 *
 * @returns or the reason why there is none, for the model or a person to read.
 */
export function readObject(reply: string, shape: ReplyShape): ReadReply | NoObject {
  const names = namesOf(shape);
  const strict = parseJson(reply);
  // Some servers write the content out twice.
  if (typeof strict === 'string' && strict.includes('{')) return readObject(strict, shape);
  const whole = isObject(strict) ? reply : withoutReasoning(reply).text;
  const work = workFor(whole);
  const source = sourceText(shape.source ?? '');
  let last: Found | null = null;
  let named: Found | null = null;
  for (const object of objectsIn(whole, work)) {
    named = unwrapped(object, names, source, 0) ?? named;
    if (object.size > 0 || last === null) last = object;
  }
  const chosen = named ?? last;
  if (chosen !== null) return decoded(chosen, shape, source);
  if (work.cut) return { reason: 'the reply ends inside its JSON object', form: false };
  return whole.includes('{')
    ? { reason: 'the reply is not valid JSON', form: true }
    : { reason: 'the reply holds no JSON object', form: false };
}
