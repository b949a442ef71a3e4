// A Parquet file of records as a table: pages read the row groups they need, filters read only their columns.
import type { Data, RecordBatch } from 'apache-arrow';
import { batchRow, openParquetTable } from '../../storage/columnar/parquet-table.ts';
import type { Row } from '../../storage/rows.ts';
import { type FieldName, type RecordColumns, setVerdict, unknownLabel } from '../records/columns.ts';
import { verdictsOfRow } from '../records/row-facts.ts';
import { childOf, fillIds, fillLabels, fillTexts, lastOfLists, type SeenTexts } from './cells.ts';
import type { Part, RecordTable } from './record-table.ts';

const plainFields = ['dataset', 'subset', 'generator', 'subject', 'difficulty', 'task'] as const;
const injectionFields = { status: 'status', mode: 'mode', type: 'error_type' } as const;

const requested: Readonly<Record<Part | 'summary' | 'texts', RegExp>> = {
  fields:
    /^(id|dataset|subset|generator|subject|difficulty|task|error_source|error_steps(\..*)?|injection\.(status|mode|error_type))$/,
  verdicts: /^critiques\.\w+\.\w+\.(critic|model|status|first_error|error_steps(\..*)?)$/,
  steps: /^(steps|error_steps)(\..*)?$/,
  summary:
    /^(id|dataset|subset|subject|difficulty|problem|error_source|error_steps(\..*)?|injection\.(status|mode|error_type)|critiques\.\w+\.\w+\.(critic|status|first_error|error_steps(\..*)?))$/,
  texts:
    /^(id|problem|steps(\..*)?|answer|final_answer|injection\.(explanation|comment|original_steps(\..*)?)|critiques\.\w+\.\w+\.(explanations(\..*)?|votes\.\w+\.\w+\.(reply|extra)))$/,
};

/** Values of short texts that were met before, by column. */
type Seen = Map<string, SeenTexts>;

function fillFields(columns: RecordColumns, { data, numRows }: RecordBatch, first: number, seen: Seen): void {
  const texts = (name: FieldName, from: Data | undefined): void => {
    const known = seen.get(name) ?? new Map();
    seen.set(name, known);
    if (from !== undefined) fillTexts(columns.fields[name], from, first, numRows, known);
  };
  for (const name of plainFields) texts(name, childOf(data, name));
  texts('source', childOf(data, 'error_source'));
  const injection = childOf(data, 'injection');
  if (injection !== undefined && injection.nullCount < numRows) {
    for (const [name, field] of Object.entries(injectionFields) as [FieldName, string][]) {
      texts(name, childOf(injection, field));
    }
  }
  fillIds(columns.ids, childOf(data, 'id'), first, numRows);
  const { codes, values } = columns.fields.status;
  const isVoid = (row: number): boolean => ['rejected', 'failed'].includes(values[codes[row]!]!);
  fillLabels(columns.gold, childOf(data, 'error_steps'), first, numRows, isVoid);
}

function fillVerdicts(columns: RecordColumns, batch: RecordBatch, first: number): void {
  if (childOf(batch.data, 'critiques')?.nullCount === batch.numRows) return;
  const row = batchRow(batch);
  for (let at = 0; at < batch.numRows; at += 1) {
    for (const verdict of verdictsOfRow(row(at))) setVerdict(columns, first + at, verdict);
  }
}

/** Labels are right from here on: only now is it known which steps there are. */
function fillSteps(columns: RecordColumns, batch: RecordBatch, first: number): void {
  const offsets: ArrayLike<number | bigint> = childOf(batch.data, 'steps')?.valueOffsets ?? [];
  const lastSteps = lastOfLists(childOf(batch.data, 'error_steps'), batch.numRows);
  for (let at = 0; at < batch.numRows; at += 1) {
    const steps = Number(offsets[at + 1] ?? 0) - Number(offsets[at] ?? 0);
    columns.steps[first + at] = steps;
    if (steps > 0 && lastSteps[at]! < steps) continue;
    columns.gold[first + at] = unknownLabel;
    if (steps > 0) columns.noRecord[first + at] = 1;
  }
}

const fillers = { fields: fillFields, verdicts: fillVerdicts, steps: fillSteps } as const;

/** Undefined for a Parquet file without the columns that every record has. */
export async function openParquetRecords(path: string): Promise<RecordTable | undefined> {
  const table = await openParquetTable(path);
  if (
    !['id', 'problem', 'steps', 'error_steps'].every((name) => table.names.includes(name)) &&
    table.rows > 0
  ) {
    await table.close();
    return undefined;
  }
  const pathsOf = (what: keyof typeof requested): string[] =>
    table.paths.filter((name) => requested[what].test(name));
  return {
    rows: table.rows,
    async read(rows, what) {
      const found = await table.read(rows, what === 'whole' ? undefined : pathsOf('summary'));
      return found.map((row) => ({ row }));
    },
    async fill(columns, firstRow, onPart, onShare) {
      for (const part of ['fields', 'verdicts', 'steps'] as const) {
        const paths = pathsOf(part);
        const seen: Seen = new Map();
        if (paths.length > 0 && table.rows > 0) {
          for await (const { batch, firstRow: first } of table.scan(paths)) {
            fillers[part](columns, batch, firstRow + first, seen);
            onShare((first + batch.numRows) / table.rows);
          }
        }
        onPart(part);
      }
    },
    async *all(what) {
      for await (const { batch, firstRow } of table.scan(what === 'texts' ? pathsOf('texts') : undefined)) {
        const read = table.rowsOf(batch);
        const rows: Row[] = [];
        for (let at = 0; at < batch.numRows; at += 1) rows.push(read(at));
        yield { firstRow, rows };
      }
    },
    close: () => table.close(),
  };
}
