// What of a row has no column, or does not fit its column, goes by path into the one column of JSON text that a record
// file has (`meta`), and comes back from there: so no other column holds JSON, and nothing is lost.
import { keepSpellings, type MovedNumber, respeltField } from '../original-text.ts';
import { isRow, type Row, setField } from '../rows.ts';
import { canHold } from './can-hold.ts';
import type { Column, Columns } from './column.ts';
import { JsonText, spellingsIn } from './json-text.ts';

/** The name, in the object of that column, of what belongs elsewhere in the row. */
const restKey = 'latebench_rest';

interface Misplaced {
  readonly at: readonly (string | number)[];
  readonly value: unknown;
}

type Path = readonly (string | number)[];

function fitFields(fields: Columns, row: Row, path: Path, rest: Misplaced[]): Row {
  const fitting: Row = {};
  for (const name of Object.keys(row)) {
    const value = row[name];
    if (value === undefined) continue;
    const column = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const at = [...path, name];
    const kept =
      column === undefined || column.copies !== undefined ? undefined : fitValue(column, value, at, rest);
    if (kept === undefined) rest.push({ at, value });
    else setField(fitting, name, kept);
  }
  return fitting;
}

/** The part of a value that its column holds; undefined where it holds none of it. */
function fitValue(column: Column, value: unknown, at: Path, rest: Misplaced[]): unknown {
  if (value === null || canHold(column, value)) return value;
  if (column.kind === 'struct' && isRow(value)) return fitFields(column.fields, value, at, rest);
  if (column.kind === 'list' && column.item.kind === 'struct' && Array.isArray(value)) {
    const { fields } = column.item;
    if (!value.every((item) => item === null || isRow(item))) return undefined;
    return value.map((item, index) => (item === null ? null : fitFields(fields, item, [...at, index], rest)));
  }
  if (column.kind === 'entries' && column.value === undefined && isRow(value)) {
    const bare = Object.fromEntries(Object.keys(value).map((key) => [key, {}]));
    if (!Object.values(value).every(isRow) || !canHold(column, bare)) return undefined;
    const object: Row = {};
    for (const key of Object.keys(value)) {
      setField(object, key, fitFields(column.fields, value[key] as Row, [...at, key], rest));
    }
    return object;
  }
  return undefined;
}

/** A value for the column `home`, with numbers as they were spelt in the row. */
function respelt(row: Row, home: string, value: object, moved: readonly MovedNumber[] = []): object {
  const text = respeltField(row, home, value, moved);
  return text === undefined ? value : new JsonText(text);
}

/** The object or list that the last key of a path is in. */
function holderOf(row: Row, at: Path): object {
  return at.slice(0, -1).reduce<object>((place, key) => (place as Row)[key] as object, row);
}

/** The value at a path; null where there is none. */
function valueAt(row: Row, { path, ifEmpty }: NonNullable<Column['copies']>): unknown {
  let value: unknown = row;
  for (const key of path) {
    if (Array.isArray(value) && value.length === 0 && ifEmpty !== undefined) return ifEmpty;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return null;
    value = (value as Row)[key];
  }
  return value ?? null;
}

/** Turns rows into what the columns take: copies filled in, and what does not fit in the `json_and_rest` column. */
export function rowFitter(columns: Columns): (row: Row) => Row {
  const names = Object.keys(columns);
  const home = names.find((name) => columns[name]!.kind === 'json_and_rest');
  const copies = names.filter((name) => columns[name]!.copies !== undefined);
  if (home === undefined) return (row) => row;
  return (row) => {
    const rest: Misplaced[] = [];
    const fitting = fitFields(columns, row, [], rest);
    for (const name of copies) {
      const value = valueAt(row, columns[name]!.copies!);
      fitting[name] = value !== null && canHold(columns[name]!, value) ? value : null;
    }
    const own = row[home];
    if (rest.length === 0 && !isMarked(own)) {
      if (typeof own === 'object' && own !== null) fitting[home] = respelt(row, home, own);
      return fitting;
    }
    // An object shows its fields as they are; anything else would be mistaken for one without a value of its own.
    const isShown = isRow(own) && Object.keys(own).length > 0 && !isMarked(own);
    if (!isShown && own !== undefined && own !== null) rest.push({ at: [home], value: own });
    const moved = rest.map((to) => ({ to, from: holderOf(row, to.at), name: String(to.at.at(-1)) }));
    const shown = { ...(isShown ? own : {}), [restKey]: rest };
    fitting[home] = respelt(row, home, shown, moved);
    return fitting;
  };
}

function isMarked(value: unknown): value is Row {
  return isRow(value) && Object.hasOwn(value, restKey);
}

function isMisplaced(value: unknown): value is Misplaced {
  return isRow(value) && Array.isArray(value.at) && value.at.length > 0 && Object.hasOwn(value, 'value');
}

/** Puts a value back and says where; a place that is not there (its column was not read) is left. */
function putBack(row: Row, { at, value }: Misplaced): object | undefined {
  let place: unknown = row;
  for (const key of at.slice(0, -1)) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, key)) return undefined;
    place = (place as Row)[key];
  }
  if (typeof place !== 'object' || place === null) return undefined;
  setField(place as Row, String(at.at(-1)), value);
  return place;
}

/**
 * Undoes `rowFitter` in a row that was read: `stored` is what its `json_and_rest` column, called `home`, holds.
 *
 * @param requested Whether a field of the row is wanted, by name.
 */
export function restoreRest(
  row: Row,
  home: string,
  stored: unknown,
  requested: (name: string) => boolean,
): void {
  const marked = isMarked(stored) && Array.isArray(stored[restKey]) && stored[restKey].every(isMisplaced);
  if (!marked) {
    if (stored !== null && requested(home)) setField(row, home, stored);
    const spellings = typeof stored === 'object' && stored !== null ? spellingsIn(stored) : undefined;
    if (spellings !== undefined) keepSpellings(row, spellings);
    return;
  }
  const { [restKey]: rest, ...own } = stored;
  const spellings = new Map(spellingsIn(stored));
  if (Object.keys(own).length > 0 && requested(home)) {
    setField(row, home, own);
    const texts = spellings.get(stored);
    if (texts !== undefined) spellings.set(own, texts);
  }
  for (const misplaced of rest as Misplaced[]) {
    if (!requested(String(misplaced.at[0]))) continue;
    const place = putBack(row, misplaced);
    const text = spellings.get(misplaced)?.get('value');
    if (place !== undefined && text !== undefined)
      spellings.set(place, new Map([...(spellings.get(place) ?? []), [String(misplaced.at.at(-1)), text]]));
  }
  if (spellings.size > 0) keepSpellings(row, spellings);
}
