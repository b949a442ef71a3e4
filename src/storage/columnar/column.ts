// The column types our table files are made of. Every column may hold null. What a file's columns mean is written
// into its metadata (file-metadata.ts), so that a reader gets back the objects that were written.
import { z } from 'zod';

interface Common {
  /** A null cell reads back as `null`; without this the field is left out. */
  readonly keepsNull?: true | undefined;
  /**
   * A copy, for queries, of the value at this path of the row; it is not read back. `ifEmpty` is for a path into an
   * empty list.
   */
  readonly copies?:
    | { readonly path: readonly (string | number)[]; readonly ifEmpty?: number | undefined }
    | undefined;
}

interface PlainColumn extends Common {
  /**
   * `json`: any value, as JSON text. `text_or_number`: text; a number is written as its digits, and a string that could
   * be read as one is in quotes. `json_and_rest`: as `json`, with all that the columns of the row do not have or cannot
   * hold, by path (rest.ts), so that nothing is lost; at most one, at the top. `rest`: JSON of all fields that the columns
   * beside it do not have or cannot hold; at most one in a struct. Files of schema version 1 have it.
   */
  readonly kind:
    | 'utf8'
    | 'int32'
    | 'int64'
    | 'float32'
    | 'float64'
    | 'bool'
    | 'json'
    | 'text_or_number'
    | 'json_and_rest'
    | 'rest';
}

export interface ListColumn extends Common {
  readonly kind: 'list';
  readonly item: Column;
}

export interface StructColumn extends Common {
  readonly kind: 'struct';
  readonly fields: Columns;
}

/**
 * An object whose keys are data: a list of structs `{key, ...value}`. `value` names the struct's second field where
 * values are plain; where they are objects themselves it is absent and `fields` are theirs.
 */
export interface EntriesColumn extends Common {
  readonly kind: 'entries';
  readonly key: string;
  readonly keyKind: 'utf8' | 'int32';
  readonly value?: string | undefined;
  readonly fields: Columns;
}

export type Column = PlainColumn | ListColumn | StructColumn | EntriesColumn;

/** Columns by name, in the order that they have in the file. */
export type Columns = Readonly<{ [name: string]: Column }>;

export const utf8 = { kind: 'utf8' } as const;
export const int32 = { kind: 'int32' } as const;
export const int64 = { kind: 'int64' } as const;
export const float32 = { kind: 'float32' } as const;
export const float64 = { kind: 'float64' } as const;
export const bool = { kind: 'bool' } as const;
export const textOrNumber = { kind: 'text_or_number' } as const;
export const jsonAndRest = { kind: 'json_and_rest' } as const;
export const rest = { kind: 'rest' } as const;

export function list(item: Column): ListColumn {
  return { kind: 'list', item };
}

export function struct(fields: Columns): StructColumn {
  return { kind: 'struct', fields };
}

/** A copy of a nested field beside it, so that a query need not know where it is. */
export function copyOf<C extends Column>(column: C, path: readonly (string | number)[], ifEmpty?: number): C {
  return { ...column, copies: { path, ...(ifEmpty === undefined ? {} : { ifEmpty }) } };
}

export function keepNull<C extends Column>(column: C): C {
  return { ...column, keepsNull: true };
}

const common = {
  keepsNull: z.literal(true).optional(),
  copies: z
    .object({ path: z.array(z.union([z.string(), z.number()])), ifEmpty: z.number().optional() })
    .optional(),
};

/** Reads columns back from a file's metadata. */
export const columnSchema: z.ZodType<Column> = z.lazy(() =>
  z.union([
    z.object({
      kind: z.enum([
        'utf8',
        'int32',
        'int64',
        'float32',
        'float64',
        'bool',
        'json',
        'text_or_number',
        'json_and_rest',
        'rest',
      ]),
      ...common,
    }),
    z.object({ kind: z.literal('list'), item: columnSchema, ...common }),
    z.object({ kind: z.literal('struct'), fields: columnsSchema, ...common }),
    z.object({
      kind: z.literal('entries'),
      key: z.string(),
      keyKind: z.enum(['utf8', 'int32']),
      value: z.string().optional(),
      fields: columnsSchema,
      ...common,
    }),
  ]),
);

export const columnsSchema: z.ZodType<Columns> = z.record(z.string(), columnSchema);
