// A choice out of a few, as models state it: under its field in an object, or in a labelled line or a box where there is
// no object. What names several of the choices is none of them, and so are objects that contradict each other.
import { lastBoxed } from '../../mathverify/boxes.ts';
import { withoutReasoning } from '../reasoning.ts';
import { type ReadReply, type ReplyShape, readObjects } from './object-in-reply.ts';
import { lastStated } from './taken-back.ts';

/** What a reply's statement means, undefined where it names none of the choices or more than one. */
export type Reading<Choice> = (stated: string) => Choice | undefined;

export interface StatedChoice<Choice> {
  readonly choice: Choice;
  /** The object it was in, where there is one. */
  readonly object: ReadReply | null;
}

/** Without mark-up, quotation marks and the full stop. */
export function bareStatement(text: string): string {
  return text
    .replaceAll(/\\(?:text(?:bf|it|rm)?|mathrm|mathbf)\s*\{([^{}]*)\}/g, '$1')
    .replaceAll(/[*`"'“”‘’$[\](){}<>\\]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[.,;:!]+$/, '')
    .toLowerCase();
}

/** A longer text is an argument and no choice. */
const longestStatement = 400;

function statements(value: unknown): string[] {
  if (Array.isArray(value)) return value.length === 1 ? statements(value[0]) : [];
  const stated =
    typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number' ? String(value) : '';
  return stated === '' || stated.length > longestStatement ? [] : [stated];
}

/** Lines such as "**wrong**: B" and tags such as <wrong>B</wrong>. */
function labelledIn(text: string, names: readonly string[]): string[] {
  const name = names.map((one) => one.replaceAll('_', '[_ ]?')).join('|');
  const lines = new RegExp(
    `^[ \\t>*_\`"'#-]{0,20}(?:${name})[ \\t*_\`"']{0,20}(?::|=|\\bis\\b)[ \\t*_\`]{0,20}(.{1,80})$`,
    'gim',
  );
  const tags = new RegExp(`<(${name})>([^<]{1,80})</\\1>`, 'gi');
  return [...text.matchAll(tags)]
    .map(([, , stated]) => stated!)
    .concat([...text.matchAll(lines)].map(([, stated]) => stated!));
}

/** `field`: the field of the shape that holds the choice. */
export function readChoice<Choice>(
  reply: string,
  shape: ReplyShape,
  field: string,
  read: Reading<Choice>,
): StatedChoice<Choice> | null {
  const names = [field, ...shape.fields[field]!];
  const objects = readObjects(reply, shape).filter(({ value }) => field in value.value);
  const chosen = objects.map(({ value, before }) => ({
    value: { object: value, choice: statements(value.value[field]).map(read)[0] },
    before,
  }));
  if (chosen.length > 0) {
    // One that names no choice repeats the form that was asked for, unless it is the last.
    const said = chosen.filter(
      ({ value: { choice } }, at) => choice !== undefined || at === chosen.length - 1,
    );
    const { choice, object = null } = lastStated(said, (one, other) => one.choice === other.choice) ?? {};
    const behind = labelledIn(reply.slice(reply.lastIndexOf('}') + 1), names).map(read);
    const isContradicted = behind.some((one) => one !== undefined && one !== choice);
    return choice === undefined || isContradicted ? null : { choice, object };
  }
  const { text, truncated } = withoutReasoning(reply);
  if (truncated) return null;
  const labelled = labelledIn(text, names);
  const boxed = labelled.length === 0 ? lastBoxed(text) : null;
  const found = [...labelled, ...(boxed === null ? [] : [boxed])].map(read);
  const [choice] = found;
  return choice !== undefined && found.every((one) => one === choice) ? { choice, object: null } : null;
}

/** A text of the object that can be used: null where it has none, or one that can be read in two ways. */
export function textOf(object: ReadReply | null, field: string): string | null {
  const value = object?.value[field];
  return typeof value === 'string' && object?.doubts.has(field) === false ? value : null;
}
