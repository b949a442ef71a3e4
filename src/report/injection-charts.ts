// The charts of an injection report: positions of the errors, change of length, outcomes by type.
import { barChart } from './bar-chart.ts';
import { positionHistogram } from './histogram.ts';
import type { InjectionSummary } from './injection-summary.ts';
import { element, type Markup } from './markup.ts';
import { stackedBars } from './stacked-bars.ts';
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
      bars: lengths.map(({ label, count }) => ({
        label,
        value: total === 0 ? null : count / total,
        tone: 'accent',
      })),
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
  const positions = positionHistogram({
    id: 'chart-positions',
    title: 'Where the errors are',
    counts: summary.positions,
  });
  return element(
    'div',
    { class: 'charts' },
    figure('Where the errors are', 'Injected errors by tenth of the solution.', positions),
    lengthChart(summary),
    outcomeChart(summary),
  );
}
