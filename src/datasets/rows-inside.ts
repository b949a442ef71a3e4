// What to say of an object that is no row of any dataset but a document with rows in it: a table by columns, as to_json
// of pandas writes it by default, or rows under a name that nothing was told of.
import { isRow, type Row } from '../storage/rows.ts';

function isRows(value: unknown): boolean {
  return Array.isArray(value) && isRow(value[0]);
}

/** `{problem: {0: …, 1: …}}` or `{problem: […], answer: […]}`. */
function isByColumns(values: readonly unknown[]): boolean {
  if (values.every((value) => isRow(value) && Object.hasOwn(value, '0'))) return true;
  const [first] = values;
  if (values.length < 2 || !Array.isArray(first)) return false;
  return values.every((value) => Array.isArray(value) && value.length === first.length && !isRows(value));
}

/** Where rows may be in a document, as --rows-path says it. */
function placeOfRows(row: Row): string | undefined {
  for (const [name, value] of Object.entries(row)) {
    if (isRows(value)) return name;
    const inner = isRow(value) ? Object.keys(value).find((key) => isRows(value[key])) : undefined;
    if (inner !== undefined) return `${name}.${inner}`;
  }
  return Object.values(row).every(isRow) ? "'*'" : undefined;
}

/** The way out for a row that no adapter knows. */
export function rowsInside(row: Row): string {
  const values = Object.values(row);
  if (values.length > 0 && isByColumns(values))
    return "it is a table by columns; write an object for each row (orient='records' in to_json of pandas)";
  const place = values.length > 0 ? placeOfRows(row) : undefined;
  const named = '--problem-key names the field of the problem';
  return place === undefined ? named : `${named}; if the rows are inside: --rows-path ${place}`;
}
