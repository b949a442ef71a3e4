// Reads cells of Arrow columns with children, and whole rows, as the objects that were written: `column` says what
// the writer meant (a list of entries may be an object, a text may be JSON); without it the types speak.

import { type Data, DataType, type Field } from 'apache-arrow';
import { isRow, type Row, setField } from '../rows.ts';
import type { Column, Columns } from './column.ts';
import { parsedText } from './json-text.ts';
import { restoreRest } from './rest.ts';
import { type Cell, isText, orNull, scalarCell, textCell } from './scalar-cells.ts';
import { fromCellText } from './text-or-number.ts';

/** Where the items of each cell are among the child's. Damaged offsets must not lead outside of them. */
function itemRanges(data: Data): (index: number) => readonly [number, number] {
  const child = data.children[0]!;
  if (DataType.isFixedSizeList(data.type)) {
    const size = data.type.listSize;
    return (index) => [index * size, (index + 1) * size];
  }
  const ends: ArrayLike<number | bigint> = data.valueOffsets;
  return (index) => {
    const from = Number(ends[index]);
    const to = Number(ends[index + 1]);
    if (!(from >= 0 && from <= to && to <= child.length)) {
      throw new Error(`a list reaches from ${from} to ${to} of ${child.length} items`);
    }
    return [from, to];
  };
}

function listCell(data: Data, item: Column | undefined): Cell {
  const range = itemRanges(data);
  const read = cellOf(data.children[0]!, item);
  return (index) => {
    const [from, to] = range(index);
    const items: unknown[] = new Array(to - from);
    for (let at = from; at < to; at += 1) items[at - from] = read(at);
    return items;
  };
}

function entriesCell(data: Data, keyName: string, value: string | undefined, fields?: Columns): Cell {
  const range = itemRanges(data);
  const entries = data.children[0]!;
  const names = (entries.type.children as Field[]).map(({ name }) => name);
  const key = cellOf(entries.children[names.indexOf(keyName)]!, undefined);
  const read =
    value === undefined
      ? fieldsCell(entries, fields, (name) => name !== keyName)
      : cellOf(entries.children[names.indexOf(value)]!, fields?.[value]);
  return (index) => {
    const [from, to] = range(index);
    const object: Row = {};
    for (let at = from; at < to; at += 1) setField(object, String(key(at)), read(at));
    return object;
  };
}

/** The fields of a struct's cells for which `wanted` holds, with those from its `rest` column back in place. */
export function fieldsCell(
  data: Data,
  columns: Columns | undefined,
  requested: (name: string) => boolean = () => true,
): (index: number) => Row {
  const fields = (data.type.children as Field[]).map(({ name }, at) => {
    const column = columns !== undefined && Object.hasOwn(columns, name) ? columns[name] : undefined;
    return {
      name,
      read: cellOf(data.children[at]!, column),
      isRest: column?.kind === 'rest',
      isHome: column?.kind === 'json_and_rest',
      isCopy: column?.copies !== undefined,
      keepsNull: column === undefined || column.keepsNull === true,
    };
  });
  const rest = fields.find(({ isRest }) => isRest);
  const home = fields.find(({ isHome }) => isHome);
  const shown = fields.filter(
    ({ name, isRest, isHome, isCopy }) => !isRest && !isHome && !isCopy && requested(name),
  );
  return (index) => {
    const row: Row = {};
    for (const { name, read, keepsNull } of shown) {
      const value = read(index);
      if (value !== null || keepsNull) setField(row, name, value);
    }
    const left = rest?.read(index);
    if (isRow(left)) {
      for (const name of Object.keys(left)) if (requested(name)) setField(row, name, left[name]);
    } else if (left != null && requested(rest!.name)) setField(row, rest!.name, left);
    if (home !== undefined) restoreRest(row, home.name, home.read(index), requested);
    return row;
  };
}

function hasEntries(type: DataType, names: readonly (string | undefined)[]): boolean {
  const item = DataType.isList(type) ? type.valueType : undefined;
  if (!DataType.isStruct(item)) return false;
  return names.every((name) => name === undefined || item.children.some((field) => field.name === name));
}

/** What has columns of its own by now is text in older files. */
function isJsonText(column: Column | undefined): boolean {
  return (
    column !== undefined &&
    ['json', 'json_and_rest', 'rest', 'struct', 'list', 'entries'].includes(column.kind)
  );
}

function readerOf(data: Data, column: Column | undefined): Cell {
  const { type } = data;
  if (isText(type) && isJsonText(column)) {
    const text = textCell(data);
    return (index) => parsedText(text(index));
  }
  if (isText(type) && column?.kind === 'text_or_number') {
    const text = textCell(data);
    return (index) => fromCellText(text(index));
  }
  if (column?.kind === 'entries' && hasEntries(type, [column.key, column.value])) {
    return entriesCell(data, column.key, column.value, column.fields);
  }
  if (DataType.isList(type) || DataType.isLargeList(type) || DataType.isFixedSizeList(type)) {
    return listCell(data, column?.kind === 'list' ? column.item : undefined);
  }
  if (DataType.isStruct(type)) return fieldsCell(data, column?.kind === 'struct' ? column.fields : undefined);
  if (DataType.isMap(type)) {
    const [key, value] = (data.children[0]!.type.children as Field[]).map(({ name }) => name);
    return entriesCell(data, key!, value);
  }
  return scalarCell(data);
}

/** Reads a cell as a JSON value; null where it is null. */
function cellOf(data: Data, column: Column | undefined): Cell {
  return orNull(data, readerOf(data, column));
}
