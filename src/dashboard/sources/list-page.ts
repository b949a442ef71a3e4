// A page of the list of records: ids, labels, critics' verdicts, and the annotator's judgements.
import { clipText, visibleLine } from '../../report/visible-text.ts';
import type { Row } from '../../storage/rows.ts';
import type { Query } from '../api.ts';
import type { ListPage, RowSummary } from '../api-record.ts';
import { labelOf, unknownLabel } from '../records/columns.ts';
import { fieldOfRow, goldOfRow, reviewOfRow, verdictsOfRow } from '../records/row-facts.ts';
import { judgements } from './judgement-names.ts';
import { choosesAll, selection } from './selection.ts';
import type { Source } from './source.ts';

const excerptChars = 220;
const searchPatienceMs = 1500;
const line = (value: unknown, limit: number): string =>
  visibleLine(clipText(String(value ?? ''), limit).text);
const lineOrNull = (value: unknown): string | null => (value == null ? null : line(value, 120));

function summaryOf(row: Row, at: number, source: Source, mine: string | null): RowSummary {
  const { columns } = source;
  const isRecord = columns.noRecord[at] === 0;
  const steps = source.has('steps') ? columns.steps[at]! : Array.isArray(row.steps) ? row.steps.length : null;
  return {
    row: at,
    id: line(row.id, 200),
    excerpt: line(row.problem, excerptChars),
    dataset: lineOrNull(row.dataset),
    label: isRecord ? labelOf(goldOfRow(row)) : unknownLabel,
    steps,
    status: lineOrNull(fieldOfRow(row, 'status')),
    type: lineOrNull(fieldOfRow(row, 'type')),
    verdicts: isRecord ? verdictsOfRow(row).slice(0, 8) : [],
    mine,
    review: lineOrNull(reviewOfRow(row)?.reasons[0]?.text),
    broken: isRecord ? null : 'not a record',
  };
}

export async function listPage(
  source: Source,
  query: Query,
  { offset, limit, annotator }: { offset: number; limit: number; annotator: string | null },
): Promise<ListPage> {
  const { table, columns } = source;
  const all = choosesAll(query);
  const simple = all && !source.has('fields');
  const chosen = simple ? null : await selection(source, query, annotator, searchPatienceMs);
  if (simple) source.ready('fields').catch(() => {});
  const rows =
    chosen === null
      ? Array.from({ length: Math.max(0, Math.min(limit, table.rows - offset)) }, (_, at) => offset + at)
      : [...chosen.rows.subarray(offset, offset + limit)];
  const entries = await table.read(rows, 'summary');
  const mine = annotator === null || simple ? null : await source.notes.dimension(annotator, columns.ids);
  const progress = source.progress();
  return {
    total: table.rows,
    matched: chosen?.rows.length ?? table.rows,
    offset,
    records: entries.map((entry, at) => {
      const row = rows[at]!;
      if ('row' in entry) {
        const code = mine?.codes[row] ?? 0;
        return summaryOf(entry.row, row, source, code === 0 ? null : (judgements[code] ?? null));
      }
      const { reason, raw, line: number } = entry.broken;
      return {
        ...summaryOf({}, row, source, null),
        id: `line ${number}`,
        excerpt: line(raw, excerptChars),
        broken: reason,
      };
    }),
    facets: chosen?.facets ?? [],
    critics: [...columns.critics.keys()],
    unused: [],
    // A page without facets is never final, even when they have become ready meanwhile.
    working: chosen === null ? { what: 'indexing', share: progress?.share ?? 1 } : chosen.working,
  };
}
