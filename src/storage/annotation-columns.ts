// The columns of exported judgements, and of labels made from them, in Parquet and Arrow files.
import type { Annotation } from '../records/annotation.ts';
import type { GoldRow } from '../records/gold-labels.ts';
import { bool, type Columns, float64, int32, keepNull, list, rest, utf8 } from './columnar/column.ts';

type Known<T> = keyof { [K in keyof T as string extends K ? never : K]: true };

/** `extra` is for fields of other versions and tools. */
export const annotationColumns = {
  record_id: utf8,
  record_hash: utf8,
  annotator: utf8,
  kind: utf8,
  decision: utf8,
  first_error: int32,
  propagated_steps: list(int32),
  target_step: int32,
  error_type: utf8,
  comment: utf8,
  critic: utf8,
  step_right: bool,
  explanation_right: bool,
  seconds: float64,
  at: utf8,
  blind: bool,
  operation: utf8,
  based_on: utf8,
  by: utf8,
  extra: rest,
} as const satisfies Columns & Record<Known<Annotation>, unknown>;

export const goldColumns = {
  record_id: utf8,
  record_hash: keepNull(utf8),
  decision: keepNull(utf8),
  first_error: keepNull(int32),
  error_steps: keepNull(list(int32)),
  annotators: int32,
  settled: bool,
} as const satisfies Columns & Record<keyof GoldRow, unknown>;
