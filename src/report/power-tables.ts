// The plan of a study in words and tables: the answer first, then what it rests on.
import type { PowerObject, StudyCost } from '../records/power.ts';
import { csvTable } from './csv-table.ts';
import {
  dash,
  formatCount,
  formatCounted,
  formatDecimal,
  formatPercent,
  formatSeconds,
  formatShort,
  formatUsd,
} from './format.ts';
import { markdownTable } from './markdown-table.ts';
import { countColumn } from './score-figures.ts';
import type { Column, Table } from './table.ts';
import type { TextStyle } from './text-style.ts';
import { textTable } from './text-table.ts';
import { wrappedSentence } from './wrap-columns.ts';

const titles: Readonly<Record<string, string>> = {
  f1: 'F1',
  error_acc: 'error accuracy',
  exact: 'exact answers',
};

/** 0.034 -> `3.4`. */
const points = (difference: number | null): string =>
  difference === null ? dash : formatDecimal(difference * 100, 1);

const number = (key: string, title: string, format: (value: number) => string): Column => ({
  key,
  title,
  align: 'right',
  format: (value) => format(Number(value)),
});

const costColumns: readonly Column[] = [
  countColumn('calls', 'calls'),
  number('tokens', 'tokens', formatShort),
  number('usd', 'cost', formatUsd),
  number('seconds', 'time', formatSeconds),
];

function costCells(cost: StudyCost | null) {
  const { calls = null, prompt_tokens: prompt = null, completion_tokens: completion = null } = cost ?? {};
  return {
    calls,
    tokens: prompt === null || completion === null ? null : prompt + completion,
    usd: cost?.usd ?? null,
    seconds: cost?.seconds ?? null,
  };
}

function basisText({ basis, metric }: PowerObject): string {
  const { pilot, a, b, correlation, icc, error_share, records_per_problem } = basis;
  const clusters =
    records_per_problem === 1
      ? 'one record a problem'
      : `${formatDecimal(records_per_problem, 1)} records a problem with an intra-class correlation of ${formatDecimal(icc, 2)}`;
  const shares = `${formatPercent(error_share)} erroneous, ${clusters}`;
  const twin =
    correlation === null
      ? ''
      : `; the second critic is made up, as good as the first and correlated by ${formatDecimal(correlation, 2)}`;
  if (pilot === null) return `Assumed: ${titles[metric]} ${formatPercent(a)}, ${shares}${twin}.`;
  const [first = '', second] = pilot.critics;
  const critics =
    second === undefined
      ? `${first} (${formatPercent(a)})`
      : `${first} (${formatPercent(a)}) and ${second} (${formatPercent(b)})`;
  const left =
    pilot.left === 0 ? '' : `; ${formatCounted(pilot.left, 'record')} without a critique by both left out`;
  return `Pilot: ${critics} on ${formatCounted(pilot.records, 'record')} of ${formatCounted(pilot.problems, 'problem')}, ${shares}${twin}${left}.`;
}

/** The answers to the two questions. */
function answers({ needed, detectable, metric, power }: PowerObject): string[] {
  const [first] = needed;
  const what = `in ${titles[metric]} with power ${formatDecimal(power, 2)}`;
  const lines: string[] = [];
  if (first !== undefined) {
    lines.push(
      first.records === null
        ? `No number of records shows a difference of ${points(first.difference)} points ${what}: neither critic can be that much better.`
        : `You need about ${formatCounted(first.records, 'record')} (${formatCounted(first.problems!, 'problem')}) to see a difference of ${points(first.difference)} points ${what}.`,
    );
  }
  if (detectable !== null) {
    const { records, problems, difference } = detectable;
    const size = `${formatCounted(records, 'record')} (${formatCounted(problems, 'problem')})`;
    lines.push(
      difference === null
        ? `${size} ${records === 1 ? 'shows' : 'show'} no difference with this power.`
        : `${size} can show a difference of ${points(difference)} points.`,
    );
  }
  return lines;
}

function neededTable({ needed, basis, test, studies, bootstrap, comparisons }: PowerObject): Table {
  const holm = comparisons === 1 ? '' : `, p corrected for ${comparisons} pairs`;
  return {
    columns: [
      number('difference', 'points', points),
      countColumn('records', 'records'),
      ...(basis.pilot === null
        ? []
        : ([
            { key: 'range', title: 'by other\npilots', align: 'right', audience: 'people' },
            { key: 'low', title: 'low', audience: 'programs' },
            { key: 'high', title: 'high', audience: 'programs' },
          ] as const)),
      countColumn('problems', 'problems'),
      number('power', 'power', formatPercent),
      countColumn('formula_records', 'by\nformula'),
      ...(basis.records_per_problem === 1
        ? []
        : [number('design_effect', 'design\neffect', (value) => formatDecimal(value, 2))]),
      ...costColumns,
    ],
    rows: needed.map(({ records_interval: interval, cost, ...row }) => ({
      ...row,
      range: interval === null ? null : interval.map(formatCount).join('–'),
      low: interval?.[0] ?? null,
      high: interval?.[1] ?? null,
      ...costCells(cost),
    })),
    notes: [
      `Power: the share of ${formatCount(studies)} simulated studies of this size that find the difference by the test of compare (${test}; ${formatCount(bootstrap)} replicates${holm}); a dash where the study is so large that the formula is exact enough.`,
      ...(basis.pilot === null
        ? []
        : ['By other pilots: what 95% of pilots of this size would ask for. A larger pilot narrows it.']),
      'Calls, tokens, cost and time are those of both critics.',
    ],
  };
}

function votesTable({ by_votes, needed, metric }: PowerObject): Table | null {
  if (by_votes === null) return null;
  return {
    columns: [
      countColumn('votes', 'votes'),
      number('a', `${titles[metric]}\na`, formatPercent),
      number('b', `${titles[metric]}\nb`, formatPercent),
      countColumn('records', 'records'),
      number('detectable', 'detect-\nable', points),
      ...costColumns,
    ],
    rows: by_votes.map(({ cost, ...row }) => ({ ...row, ...costCells(cost) })),
    notes: [
      `For a difference of ${points(needed[0]?.difference ?? null)} points with the first votes alone, by the formula. Detectable: with the records at hand, in points.`,
    ],
  };
}

export function powerText(
  value: PowerObject,
  format: 'table' | 'json' | 'csv' | 'md',
  style: TextStyle,
): string {
  if (format === 'json') return `${JSON.stringify(value, null, 2)}\n`;
  const first = neededTable(value);
  if (format === 'csv') return csvTable(first);
  const print = (table: Table) => (format === 'md' ? markdownTable(table) : textTable(table, style));
  const said = (text: string): string =>
    format === 'md' ? text : wrappedSentence(text, style.columns).join('\n');
  const votes = votesTable(value);
  const notes = [...(first.notes ?? []), ...value.notes.map((note) => `${note}.`)];
  return [
    ...answers(value).map((line) => `${said(line)}\n`),
    `\n${said(basisText(value))}\n`,
    `\n${print({ ...first, notes })}`,
    ...(votes === null ? [] : [`\n${print(votes)}`]),
  ].join('');
}
