// The charts of an injection report: positions of the errors, change of length, outcomes by type.
import { barChart, columnChart, stackedBars } from './bar-chart.ts';
import type { InjectionSummary } from './injection-summary.ts';
import { element, type Markup } from './markup.ts';
import { positionColumns } from './position-columns.ts';
import { outcomeColours } from './svg.ts';

function figure(title: string, lead: string, svg: Markup): Markup {
  return element(
    'figure',
    {},
    element('figcaption', {}, element('strong', {}, title), element('span', {}, lead)),
    svg,
  );
}

function lengthChart({ lengths }: InjectionSummary): Markup {
  const title = 'Length of the rewritten part';
  const total = lengths.reduce((sum, { count }) => sum + count, 0);
  return figure(
    title,
    'Characters after, over characters before. Far from 1, the length alone gives the error away.',
    barChart({
      id: 'chart-length',
      title,
      rows: lengths.map(({ label, count }) => ({ label, values: [total === 0 ? null : count / total] })),
    }),
  );
}

function outcomeChart({ types }: InjectionSummary): Markup {
  const title = 'What became of each error type';
  const [accepted, , rejected, failed] = outcomeColours;
  return figure(
    title,
    'Types are drawn by weight and by what suits the domain.',
    stackedBars({
      id: 'chart-types',
      title,
      parts: [
        { ...accepted, title: 'accepted' },
        { ...rejected, title: 'rejected' },
        { ...failed, title: 'failed' },
      ],
      rows: types.map((row) => ({ label: row.type, counts: [row.accepted, row.rejected, row.failed] })),
    }),
  );
}

export function injectionCharts(summary: InjectionSummary): Markup {
  const title = 'Where the errors are';
  const positions = columnChart(positionColumns('chart-positions', title, summary.positions));
  return element(
    'div',
    { class: 'charts' },
    figure(title, 'Injected errors by tenth of the solution.', positions),
    lengthChart(summary),
    outcomeChart(summary),
  );
}
