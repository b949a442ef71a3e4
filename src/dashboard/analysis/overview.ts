// What is in a source: how its records are distributed, and how many were left on the way to it.
import { lateStart } from '../../records/steps.ts';
import { formatCount, formatDecimal, formatPercent } from '../../report/format.ts';
import { isRow, type Row } from '../../storage/rows.ts';
import type { OverviewPage } from '../api-analysis.ts';
import type { Facet } from '../api-record.ts';
import { parseQuery } from '../query-string.ts';
import { countRecords } from '../records/columns.ts';
import { recordLabels } from '../records/dimensions.ts';
import { readManifest } from '../run-files.ts';
import { selection } from '../sources/selection.ts';
import type { Source } from '../sources/source.ts';

const maxBars = 40;

/** Counts of the values that occur, joined into at most `maxBars` equal stretches. */
function barsOf(values: Int32Array, least: number): { label: string; value: number }[] {
  let largest = least;
  for (const value of values) if (value > largest) largest = value;
  const width = Math.max(1, Math.ceil((largest - least + 1) / maxBars));
  const counts = new Array<number>(Math.ceil((largest - least + 1) / width)).fill(0);
  for (const value of values) if (value >= least) counts[Math.floor((value - least) / width)]! += 1;
  return counts.map((value, at) => {
    const from = least + at * width;
    return { label: width === 1 ? String(from) : `${from}–${from + width - 1}`, value };
  });
}

function funnelOf(manifest: Row | null): { what: string; count: number }[] {
  const counts = isRow(manifest?.counts) ? manifest.counts : null;
  if (counts === null) return [];
  const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
  const dropped = isRow(counts.dropped) ? Object.entries(counts.dropped) : [];
  return [
    { what: 'read', count: number(counts.read) },
    ...dropped.map(([reason, count]) => ({ what: `dropped: ${reason}`, count: -number(count) })),
    { what: 'could not be used', count: -number(counts.bad) },
    { what: 'written', count: number(counts.written) },
  ].filter(({ what, count }) => count !== 0 || what === 'read' || what === 'written');
}

function figuresOf(source: Source): [string, string][] {
  const { gold, steps, rows } = source.columns;
  const records = countRecords(source.columns);
  let [erroneous, correct, late, total, solutions] = [0, 0, 0, 0, 0];
  for (let row = 0; row < rows; row += 1) {
    total += steps[row]!;
    if (steps[row]! > 0) solutions += 1;
    if (gold[row] === -1) correct += 1;
    if (gold[row]! < 0) continue;
    erroneous += 1;
    if (gold[row]! >= lateStart(steps[row]!)!) late += 1;
  }
  const share = (part: number, of: number): string => formatPercent(part / of);
  return [
    ['Records', formatCount(records)],
    ...(records === rows ? [] : [['Invalid rows', formatCount(rows - records)] as [string, string]]),
    ['Erroneous', `${formatCount(erroneous)} (${share(erroneous, records)})`],
    ['Correct', `${formatCount(correct)} (${share(correct, records)})`],
    ['Errors in the last third', share(late, erroneous)],
    ['Steps per solution', formatDecimal(total / solutions, 1)],
    ['Critics', formatCount(source.columns.critics.size)],
  ];
}

export async function overviewOf(source: Source): Promise<OverviewPage> {
  for (const part of ['fields', 'verdicts', 'steps'] as const) await source.ready(part);
  const { columns, folder } = source;
  const ofRecords = new URLSearchParams(recordLabels.map((label): [string, string] => ['f.label', label]));
  const { facets } = await selection(source, parseQuery(ofRecords), null);
  const tenths = new Array<number>(10).fill(0);
  for (const { value, count } of facets.find(({ name }) => name === 'place')?.values ?? []) {
    const tenth = Number.parseInt(value, 10) / 10;
    if (Number.isInteger(tenth)) tenths[tenth] = count;
  }
  const manifest = folder === null ? null : await readManifest(folder);
  const fields: readonly Facet[] = facets.filter(
    ({ name }) => !['place', 'label', 'length', 'late', 'outcome'].includes(name),
  );
  return {
    rows: columns.rows,
    labels: facets.find(({ name }) => name === 'label')?.values.filter(({ count }) => count > 0) ?? [],
    places: tenths.some((count) => count > 0) ? tenths : null,
    steps: columns.rows === 0 ? [] : barsOf(columns.steps, 1),
    fields,
    funnel: funnelOf(manifest),
    manifest: manifest === null ? null : JSON.stringify(manifest, null, 2),
    figures: figuresOf(source),
  };
}
