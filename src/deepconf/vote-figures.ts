// The pictures of an evaluation: accuracy over K and over eta, confidence of right and wrong traces, confidence along
// the trace, usable candidates a token.

import { rangeAxis } from '../report/axis.ts';
import { formatCount, formatPercent, formatShare } from '../report/format.ts';
import { lineChart, type Point } from '../report/line-chart.ts';
import { element, type Markup } from '../report/markup.ts';
import { seriesColours } from '../report/svg.ts';
import { methodLabel, metricLabel } from './labels.ts';
import { consName } from './methods.ts';
import type { DistributionFigures } from './score-distribution.ts';
import type { VoteSummary } from './vote-options.ts';

export interface VoteFigure {
  readonly title: string;
  readonly lead: string;
  readonly svg: Markup;
}

const decimal = (value: number): string => Number(value.toPrecision(4)).toString();
const accuracyAxis = { title: 'accuracy', format: formatShare };

/** Cons and the best methods: a chart has room for six lines. */
export function accuracyOverK({ by_k, accuracy, k }: VoteSummary): VoteFigure {
  const best = Object.entries(accuracy)
    .filter(([name]) => name.includes('/'))
    .sort(([, a], [, b]) => (b ?? 0) - (a ?? 0))
    .slice(0, seriesColours.length - 2)
    .map(([name]) => name);
  const sizes = Object.keys(by_k).map(Number);
  const title = 'Accuracy over the size of the working set';
  return {
    title,
    lead: 'Cons@K, Pass@1 and the best methods at the largest K.',
    svg: lineChart({
      id: 'chart-k',
      title,
      series: [consName, 'mean_pass', ...best].map((name) => ({
        title: methodLabel(name, k).replace(`@${k}`, '@K'),
        points: sizes.map((size): Point => [size, by_k[size]![name] ?? null]),
      })),
      x: {
        title: 'K, traces of a set',
        ticks: fewer(sizes),
        format: formatCount,
        logarithmic: true,
      },
      y: accuracyAxis,
      dots: true,
    }),
  };
}

/** At most eight labels fit under a chart. */
function fewer(values: readonly number[]): number[] {
  const stride = Math.ceil(values.length / 8);
  return values.filter((_, at) => (values.length - 1 - at) % stride === 0 || at === 0);
}

export function accuracyOverEta({ by_eta, accuracy, settings, k }: VoteSummary): VoteFigure {
  const etas = [...new Set(Object.keys(by_eta).flatMap((name) => name.match(/^top([\d.]+)\//)?.[1] ?? []))];
  const title = 'Accuracy over the share of traces that is kept';
  const cons = accuracy[consName] ?? null;
  return {
    title,
    lead: `Weighted votes of the most confident traces of ${formatCount(k)}.`,
    svg: lineChart({
      id: 'chart-eta',
      title,
      series: settings.metrics.map((metric) => ({
        title: metricLabel(metric),
        points: etas.map((eta): Point => [Number(eta), by_eta[`top${eta}/${metric}`] ?? null]),
      })),
      x: { title: 'eta', ticks: [0, 0.2, 0.4, 0.6, 0.8, 1], format: formatShare },
      y: accuracyAxis,
      reference: cons === null ? null : { value: cons, label: `Cons@${k} ${formatPercent(cons)}` },
      dots: true,
    }),
  };
}

/** How the confidences of right and of wrong answers spread; null without any. */
export function rightAgainstWrong(
  metric: string,
  { auroc, right, wrong, histogram }: DistributionFigures,
): VoteFigure | null {
  if (histogram === null) return null;
  const { low, width } = histogram;
  const shares = (counts: Float64Array, of: number): Point[] =>
    Array.from(counts, (count, bin): Point => [low + (bin + 0.5) * width, of === 0 ? null : count / of]);
  const title = `Confidence of right and wrong traces: ${metricLabel(metric)}`;
  return {
    title,
    lead:
      `${formatCount(right)} right, ${formatCount(wrong)} wrong answers of all problems` +
      (auroc === null ? '.' : `; AUROC ${auroc.toFixed(3)}.`),
    svg: lineChart({
      id: `chart-confidence-${metric}`,
      title,
      series: [
        { title: 'right', points: shares(histogram.right, right) },
        { title: 'wrong', points: shares(histogram.wrong, wrong) },
      ],
      x: {
        title: 'confidence (larger = more confident)',
        ticks: rangeAxis([low, low + width * histogram.right.length])!.ticks,
        format: decimal,
      },
      y: { title: 'share of traces', format: formatPercent },
    }),
  };
}

export function confidenceAlongTrace({ tokens }: VoteSummary): VoteFigure {
  const points = (means: readonly (number | null)[]): Point[] =>
    means.map((mean, bin) => [(bin + 0.5) / means.length, mean]);
  const title = 'Token confidence along the trace';
  return {
    title,
    lead: `Mean of the first traces of each problem, ${formatCount(tokens.traces)} in all.`,
    svg: lineChart({
      id: 'chart-tokens',
      title,
      series: [
        { title: 'right', points: points(tokens.curve.right) },
        { title: 'wrong', points: points(tokens.curve.wrong) },
      ],
      x: { title: 'position in the trace', ticks: [0, 0.25, 0.5, 0.75, 1], format: formatShare },
      y: { title: 'token confidence', format: decimal },
    }),
  };
}

export function figureHtml({ title, lead, svg }: VoteFigure): Markup {
  const caption = element('figcaption', {}, element('strong', {}, title), element('span', {}, lead));
  return element('figure', {}, caption, svg);
}
