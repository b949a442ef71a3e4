// A cascade in words, tables and one chart: the chosen point and its confirmation first, then the frontier.
import type {
  CascadeFigures,
  CascadeObject,
  CascadePoint,
  CascadeRule,
  CostMeasure,
} from '../records/cascade.ts';
import { headlineTitle } from './comparison-tables.ts';
import { csvTable } from './csv-table.ts';
import {
  dash,
  formatCounted,
  formatPercent,
  formatPoints,
  formatShare,
  formatShort,
  formatUsd,
} from './format.ts';
import { htmlTable } from './html-table.ts';
import { lineChart } from './line-chart.ts';
import { markdownTable } from './markdown-table.ts';
import { element, type Markup } from './markup.ts';
import { htmlPage } from './page.ts';
import { countColumn } from './score-figures.ts';
import { isSimulated, simulationNotice } from './simulation.ts';
import type { Column, Table } from './table.ts';
import type { TextStyle } from './text-style.ts';
import { textTable } from './text-table.ts';
import { wrappedSentence } from './wrap-columns.ts';

const ruleTitles: Readonly<Record<CascadeRule, string>> = {
  errors: 'errors',
  confident: 'confident',
  'errors-or-confident': 'either',
};

/** What is accepted of a critic, as the sentence of the answer has it. */
const accepted: Readonly<Record<CascadeRule, (critic: string, share: string) => string>> = {
  errors: (critic, share) => `errors that ${critic} names with at least ${share} of its votes`,
  confident: (critic, share) => `verdicts of ${critic} with at least ${share} of its votes`,
  'errors-or-confident': (critic, share) =>
    `errors that ${critic} names, and all its verdicts with at least ${share} of its votes`,
};

const perRecord: Readonly<Record<CostMeasure, (value: number) => string>> = {
  usd: formatUsd,
  tokens: formatShort,
  calls: formatShort,
};

function pointTitle({ rule, alone }: CascadePoint): string {
  return rule === null ? `${alone} alone` : ruleTitles[rule];
}

function intervalText(interval: CascadeFigures['interval']): string | null {
  return interval === null ? null : interval.map(formatPoints).join(' to ');
}

const number = (key: string, title: string, format: (value: number) => string): Column => ({
  key,
  title,
  align: 'right',
  format: (value) => format(Number(value)),
});

const shareColumn = number('share', 'share', (value) => value.toFixed(2));

const differenceColumns: readonly Column[] = [
  number('difference', '−\nstrong', formatPoints),
  { key: 'interval', title: '95%\ninterval', align: 'right', audience: 'people' },
  { key: 'low', title: 'low', audience: 'programs' },
  { key: 'high', title: 'high', audience: 'programs' },
];

function intervalCells(interval: CascadeFigures['interval']) {
  return {
    interval: intervalText(interval),
    low: interval?.[0] ?? null,
    high: interval?.[1] ?? null,
  };
}

/** The chosen point and both critics alone, on both parts. */
function confirmationTable({ points, chosen, metric, cost }: CascadeObject): Table {
  const shown = points.filter((point, at) => at === chosen || point.alone !== null);
  const parts = ['dev', 'test'] as const;
  return {
    columns: [
      { key: 'point', title: 'accepted' },
      shareColumn,
      { key: 'part', title: 'part' },
      countColumn('n', 'n'),
      number('cost', 'cost a\nrecord', perRecord[cost]),
      number('cost_share', 'of\nstrong', formatPercent),
      number('value', headlineTitle(metric), formatPercent),
      ...differenceColumns,
    ],
    rows: shown.flatMap((point) =>
      parts.map((part) => {
        const { interval, n_error, n_correct, ...figures } = point[part];
        return {
          ...{ point: pointTitle(point), share: point.share, part, n: n_error + n_correct },
          ...figures,
          ...intervalCells(interval),
        };
      }),
    ),
    groups: shown.map((point, at) => ({ row: at * parts.length, title: pointTitle(point) })),
    notes: [
      `− strong: the difference to the strong critic alone, in points of ${headlineTitle(metric)}, with the paired bootstrap by problem. Points are chosen on dev; only test, which was held out, says how good the chosen one is.`,
    ],
  };
}

/** Points of the frontier; `all`: every point, for programs. */
function frontierTable({ points, metric, chosen }: CascadeObject, all: boolean): Table {
  const shown = points.flatMap((point, at) =>
    all || point.frontier || at === chosen ? [{ point, at }] : [],
  );
  const title = headlineTitle(metric);
  const programs = (key: string): Column => ({ key, title: key, audience: 'programs' });
  return {
    columns: [
      { key: 'point', title: 'accepted' },
      shareColumn,
      number('decided', 'by\ncheap', formatPercent),
      programs('cost'),
      number('cost_share', 'of\nstrong', formatPercent),
      number('dev', `${title}\ndev`, formatPercent),
      number('test', `${title}\ntest`, formatPercent),
      ...differenceColumns,
      ...['test_cost_share', 'frontier', 'chosen'].map(programs),
    ],
    rows: shown.map(({ point, at }) => ({
      point: all || at !== chosen ? pointTitle(point) : `${pointTitle(point)} *`,
      share: point.share,
      decided: point.dev.decided,
      cost: point.dev.cost,
      cost_share: point.dev.cost_share,
      dev: point.dev.value,
      test: point.test.value,
      difference: point.test.difference,
      ...intervalCells(point.test.interval),
      test_cost_share: point.test.cost_share,
      frontier: point.frontier,
      chosen: at === chosen,
    })),
    notes: [
      '* chosen. Accepted without asking the strong critic: errors – verdicts that name an error, with at least this share of votes; confident – all with such a share; either – all that name an error, and all with such a share. Decided by cheap and cost: on dev; − strong: on test.',
    ],
  };
}

function answers({ points, chosen, cheap, strong, metric, choice, records, left }: CascadeObject): string[] {
  const title = headlineTitle(metric);
  const aim =
    'max_loss' in choice
      ? `The cheapest way to stay within ${formatPoints(choice.max_loss).slice(1)} points of ${title} of ${strong}`
      : `The best ${title} for at most ${formatPercent(choice.max_cost)} of the cost of ${strong}`;
  const missing = left === 0 ? '' : ` (${formatCounted(left, 'record')} that only one judged left out)`;
  const basis = `${formatCounted(records, 'record')} judged by both ${cheap} and ${strong}${missing}.`;
  const point = chosen === null ? undefined : points[chosen];
  if (point === undefined) {
    const isWorthless = points.every(({ dev: { value } }) => value === null || value === 0);
    const none = isWorthless
      ? `none, as every point has ${title} ${formatPercent(0)} on the problems that it is chosen on`
      : 'no cascade of these critics does';
    return [`${aim}: ${none}.`, basis];
  }
  const { test, dev, rule, alone, share } = point;
  const what =
    rule === null
      ? `${alone === 'cheap' ? cheap : strong} alone`
      : `accept ${accepted[rule](cheap, formatPercent(share))}, and ask ${strong} about the rest`;
  const interval = intervalText(test.interval);
  const against =
    alone === 'strong'
      ? ''
      : `, ${formatPoints(test.difference)} points against ${strong} alone${interval === null ? '' : ` (95% interval ${interval})`}`;
  return [
    `${aim}: ${what}.`,
    `On the problems held out it costs ${formatPercent(test.cost_share)} of ${strong} with ${title} ${formatPercent(test.value)}${against}; where it was chosen, ${formatPercent(dev.cost_share)} with ${formatPercent(dev.value)}.`,
    basis,
  ];
}

function notesOf({ warnings, cheap, strong, models }: CascadeObject): string[] {
  return [
    ...warnings.map((warning) => `Note: ${warning}.`),
    ...([cheap, strong, ...models].some(isSimulated) ? [simulationNotice] : []),
  ];
}

export function cascadeText(
  value: CascadeObject,
  format: 'table' | 'json' | 'csv' | 'md',
  style: TextStyle,
): string {
  if (format === 'json') return `${JSON.stringify(value, null, 2)}\n`;
  if (format === 'csv') return csvTable(frontierTable(value, true));
  const said = (text: string): string =>
    format === 'md' ? text : wrappedSentence(text, style.columns).join('\n');
  const print = (table: Table) => (format === 'md' ? markdownTable(table) : textTable(table, style));
  const frontier = frontierTable(value, false);
  return [
    ...answers(value).map((line) => `${said(line)}\n`),
    `\n${print(confirmationTable(value))}`,
    `\n${print({ ...frontier, notes: [...(frontier.notes ?? []), ...notesOf(value)] })}`,
  ].join('');
}

/** Cost against the metric, on the part that points are chosen on and on the other. */
function frontierChart({ points, metric, strong, chosen }: CascadeObject): Markup {
  const frontier = points.filter((point) => point.frontier);
  const title = headlineTitle(metric);
  const series = (['dev', 'test'] as const).map((part) => ({
    title: part === 'dev' ? 'dev, where the point is chosen' : 'test, held out',
    points: frontier
      .flatMap((point) => {
        const { cost_share: share, value } = point[part];
        const name =
          point.share === null ? pointTitle(point) : `${pointTitle(point)} from ${point.share.toFixed(2)}`;
        return share === null ? [] : [[share, value, { name }] as const];
      })
      .sort((one, other) => one[0] - other[0]),
  }));
  const most = Math.max(1, ...series.flatMap((one) => one.points.map(([share]) => share)));
  const best = points.find((point) => point.alone === 'strong')!.test.value;
  const point = chosen === null ? undefined : points[chosen];
  const at = point?.test.cost_share ?? null;
  return lineChart({
    id: 'chart-cascade',
    title: `${title} by cost, as a share of ${strong} alone`,
    series,
    x: {
      title: `cost, as a share of ${strong} alone`,
      ticks: [0, 0.25, 0.5, 0.75, 1].filter((tick) => tick <= most),
      range: [0, most],
      format: formatShare,
    },
    y: { title, format: formatShare },
    reference: best === null ? null : { value: best, label: `${strong} alone ${formatPercent(best)}` },
    stop: at === null ? null : { value: at, label: `chosen: ${formatPercent(at)}` },
    dots: true,
  });
}

/** The whole page as text; the same input gives the same bytes. */
export function cascadeHtml(value: CascadeObject, title: string): string {
  const [first = dash, ...more] = answers(value);
  const name = `${headlineTitle(value.metric)} by cost`;
  return htmlPage(title, [
    element('header', {}, element('h1', { dir: 'auto' }, title)),
    element('p', { class: 'summary' }, first),
    ...more.map((line) => element('p', {}, line)),
    element(
      'div',
      { class: 'charts' },
      element(
        'figure',
        {},
        element(
          'figcaption',
          {},
          element('strong', {}, name),
          element(
            'span',
            {},
            'Points of the frontier: no other is both cheaper and better on the problems they are chosen on.',
          ),
        ),
        frontierChart(value),
      ),
    ),
    element(
      'section',
      {},
      htmlTable(confirmationTable(value), 'Chosen and confirmed'),
      htmlTable(frontierTable(value, false), 'Frontier'),
      notesOf(value).map((note) => element('p', { class: 'note' }, note)),
    ),
  ]);
}
