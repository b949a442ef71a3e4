// Which charts a score gets: critics beside baselines, the outcomes on erroneous solutions, F1 by subset.
import type { ScoreObject } from '../records/score.ts';
import { type BarRow, barChart, stackedBars } from './bar-chart.ts';
import { formatPercent } from './format.ts';
import type { Markup } from './markup.ts';
import { type Figure, figures } from './score-figures.ts';
import { outcomeColours, seriesColours } from './svg.ts';

export interface Chart {
  readonly title: string;
  /** A sentence under the title. */
  readonly lead: string;
  readonly svg: Markup;
}

type NamedFigure = Figure & { readonly name: string };

/** F1 where any critic has one; on a set without correct (or without erroneous) solutions, error accuracy. */
function headlineFigure(score: ScoreObject): NamedFigure {
  const candidates = [
    { ...figures.meanF1, name: 'F1 (mean of subsets)' },
    { ...figures.pooledF1, name: 'F1' },
  ];
  const defined = candidates.find(({ of }) => score.critics.some((critic) => of(critic) !== null));
  return defined ?? { ...figures.errorAcc, name: 'error accuracy' };
}

/** The figure of every critic, then of every baseline, best first, with a line at the best baseline. */
function besideBaselines(score: ScoreObject, id: string, figure: NamedFigure, lead: string): Chart {
  const { of, interval, name } = figure;
  const critics = score.critics.map(
    (critic): BarRow => ({
      label: critic.critic,
      values: [of(critic)],
      interval: (interval === null ? null : critic.intervals[interval]) ?? null,
    }),
  );
  const baselines = score.baselines
    .map((baseline): BarRow => ({ label: baseline.critic, values: [of(baseline)], tone: 'quiet' }))
    .sort((a, b) => (b.values[0] ?? -1) - (a.values[0] ?? -1));
  const best = baselines[0]?.values[0] ?? null;
  const reference = best === null ? null : { value: best, label: `best baseline ${formatPercent(best)}` };
  const title = `Critics beside baselines: ${name}`;
  return { title, lead, svg: barChart({ id, title, rows: [...critics, ...baselines], reference }) };
}

function outcomeChart(score: ScoreObject): Chart {
  const title = 'What became of the erroneous solutions';
  return {
    title,
    lead: 'Exact: the first error was named. Early, late: another step was named. Missed: "no error". None: no readable reply.',
    svg: stackedBars({
      id: 'chart-outcomes',
      title,
      parts: outcomeColours,
      rows: score.critics.map(({ critic, processbench }) => ({
        label: critic,
        counts: outcomeColours.map((part) => processbench.outcomes[part.title]),
      })),
    }),
  };
}

function subsetChart(score: ScoreObject): Chart | null {
  const subsets = [
    ...new Set(score.critics.flatMap(({ processbench }) => Object.keys(processbench.subsets))),
  ];
  if (subsets.length < 2) return null;
  const critics = score.critics.slice(0, seriesColours.length);
  const title = 'F1 by subset';
  const rest = score.critics.length - critics.length;
  return {
    title,
    lead:
      rest === 0
        ? 'Their plain mean is what the paper reports.'
        : `The first ${critics.length} critics of ${score.critics.length}.`,
    svg: barChart({
      id: 'chart-subsets',
      title,
      series: critics.map(({ critic }) => critic),
      rows: subsets.map((subset) => ({
        label: subset,
        values: critics.map(({ processbench }) => processbench.subsets[subset]?.f1 ?? null),
      })),
    }),
  };
}

export function scoreCharts(score: ScoreObject): readonly Chart[] {
  if (score.critics.length === 0) return [];
  const subsets = subsetChart(score);
  const stepF1 = { ...figures.stepF1, name: 'step F1' };
  return [
    besideBaselines(
      score,
      'chart-headline',
      headlineFigure(score),
      'Baselines know only how many steps there are.',
    ),
    besideBaselines(score, 'chart-steps', stepF1, 'Step by step, flagging by position alone can look good.'),
    outcomeChart(score),
    ...(subsets === null ? [] : [subsets]),
  ];
}
