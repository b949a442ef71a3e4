// Where a line chart has its points: the scales that draw it, and that tell a pointer what it is over.
import { type Axis, rangeAxis, shareAxis } from './axis.ts';
import type { LineChart } from './line-chart.ts';
import { chartWidth } from './svg.ts';

export interface LinePlane {
  readonly width: number;
  readonly left: number;
  readonly right: number;
  readonly yAxis: Axis;
  /** From a value to user units from the left edge, and back. */
  across(value: number): number;
  valueAt(units: number): number;
  /** From a value to user units above the foot of the plot. */
  above(value: number): number;
}

export const plotHeight = 190;
const left = 48;

function yAxisOf({ series, y, reference, diagonal, band }: LineChart): Axis {
  const values = series.flatMap(({ points }) =>
    points.flatMap(([, value, more]) => (value === null ? [] : [value, ...(more?.interval ?? [])])),
  );
  if (y.shares === true) return shareAxis(diagonal === true ? [1] : values);
  for (const [, low, high] of band?.stretches ?? []) values.push(low, high);
  if (reference != null) values.push(reference.value);
  return rangeAxis(values) ?? { min: 0, max: 1, ticks: [0, 1] };
}

export function linePlane(chart: LineChart): LinePlane {
  const { x, width = chartWidth } = chart;
  const yAxis = yAxisOf(chart);
  const right = width - 20;
  const place = (value: number): number => (x.logarithmic === true ? Math.log(value) : value);
  const [from, to] = x.range ?? [x.ticks[0] ?? 0, x.ticks.at(-1) ?? 1];
  const first = place(from);
  const span = place(to) - first || 1;
  return {
    width,
    left,
    right,
    yAxis,
    across: (value) => left + ((place(value) - first) / span) * (right - left),
    valueAt(units) {
      const value = first + ((units - left) / (right - left)) * span;
      return x.logarithmic === true ? Math.exp(value) : value;
    },
    above: (value) => ((value - yAxis.min) / (yAxis.max - yAxis.min)) * plotHeight,
  };
}
