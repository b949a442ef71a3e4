// What the dashboard keeps in memory about every record: codes in typed arrays, about 60 bytes a record, so that a
// million records are filtered, counted and sliced without touching their file. Never a text of a record but the
// values of its short fields.
import type { Gold } from '../../metrics/gold.ts';
import { firstErrorOf } from '../../metrics/gold.ts';

export const fieldNames = [
  'dataset',
  'subset',
  'generator',
  'subject',
  'difficulty',
  'task',
  'source',
  'status',
  'mode',
  'type',
  'review',
] as const;
export type FieldName = (typeof fieldNames)[number];

/** More distinct values than this are pooled under their last code. */
const maxValues = 5000;
const pool = '(other)';
export const noValue = '(none)';

/** A column of short texts: `values[codes[row]]`. */
export class TextColumn {
  readonly codes: Uint16Array;
  readonly values: string[] = [noValue];
  readonly #codeOf = new Map<unknown, number>([
    [null, 0],
    [undefined, 0],
  ]);

  constructor(rows: number) {
    this.codes = new Uint16Array(rows);
  }

  set(row: number, value: unknown): void {
    let code = this.#codeOf.get(value);
    if (code === undefined) {
      code = this.#add(value);
    }
    this.codes[row] = code;
  }

  #add(value: unknown): number {
    const full = this.values.length >= maxValues;
    const name = full ? pool : String(value).slice(0, 200);
    const known = this.values.indexOf(name);
    const code = known === -1 ? this.values.push(name) - 1 : known;
    if (!full) this.#codeOf.set(value, code);
    return code;
  }
}

/** Label: the first erroneous step, 0-based; or one of these. */
export const cleanLabel = -1;
export const unknownLabel = -2;

/** A critic's verdict: the step it named, 0-based, -1 = no error; or one of these. */
export const unreadable = -2;
export const absent = -3;

export interface Verdict {
  readonly critic: string;
  readonly named: number;
  /** The model that was asked, where the critique says it. */
  readonly model: string | null;
}

export interface RecordColumns {
  readonly rows: number;
  /** 53-bit hashes of the ids. */
  readonly ids: Float64Array;
  readonly fields: Readonly<Record<FieldName, TextColumn>>;
  /** First erroneous step or one of the labels above. */
  readonly gold: Int32Array;
  /** Steps; 0 = not known yet. */
  readonly steps: Int32Array;
  /** Rank for review, 1 = the first; 0 without one. */
  readonly review: Int32Array;
  readonly critics: Map<string, Int32Array>;
  /** The models that the critiques of each critic name. */
  readonly models: Map<string, Set<string>>;
  /** 1 for a row that is no record: it counts nowhere. */
  readonly noRecord: Uint8Array;
}

/** More critics than this in one file are not compared. */
const maxCritics = 64;
/** A critic is asked of one model, or of a few; a hostile file may name one a row. */
const maxModels = 64;

export function createColumns(rows: number): RecordColumns {
  const fields = Object.fromEntries(fieldNames.map((name) => [name, new TextColumn(rows)]));
  return {
    rows,
    ids: new Float64Array(rows),
    fields: fields as Record<FieldName, TextColumn>,
    gold: new Int32Array(rows).fill(unknownLabel),
    steps: new Int32Array(rows),
    review: new Int32Array(rows),
    critics: new Map(),
    models: new Map(),
    noRecord: new Uint8Array(rows),
  };
}

export function countRecords({ rows, noRecord }: RecordColumns): number {
  return noRecord.reduce((left, one) => left - one, rows);
}

export function labelOf(gold: Gold | null): number {
  return gold === null ? unknownLabel : firstErrorOf(gold);
}

export function setVerdict(columns: RecordColumns, row: number, { critic, named, model }: Verdict): void {
  let column = columns.critics.get(critic);
  if (column === undefined) {
    if (columns.critics.size >= maxCritics) return;
    column = new Int32Array(columns.rows).fill(absent);
    columns.critics.set(critic, column);
    columns.models.set(critic, new Set());
  }
  column[row] = named;
  const models = columns.models.get(critic)!;
  if (model !== null && models.size < maxModels) models.add(model);
}

/** Two rounds of multiply-and-mix over the UTF-16 units (FNV-1a in two lanes), joined to 53 bits. */
export function hashId(id: string): number {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let at = 0; at < id.length; at += 1) {
    const unit = id.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
    high ^= low >>> 15;
  }
  return (high >>> 11) * 0x100000000 + (low >>> 0);
}

/** The same from bytes, as long as they are ASCII; else null. */
export function hashAscii(bytes: Uint8Array, from: number, to: number): number | null {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let at = from; at < to; at += 1) {
    const unit = bytes[at]!;
    if (unit > 0x7f) return null;
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
    high ^= low >>> 15;
  }
  return (high >>> 11) * 0x100000000 + (low >>> 0);
}
