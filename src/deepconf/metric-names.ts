// What the confidence metrics are called: our names, and those of the official code and of the requirement.
import { type Metric, metrics } from './trace-scores.ts';

const others = {
  average: 'avg',
  mean: 'avg',
  bottom_10: 'bottom10',
  bottom_window: 'bottom10',
  lowest_group: 'lowest',
  min_window: 'lowest',
} as const satisfies Readonly<Record<string, Metric>>;

type MetricName = Metric | keyof typeof others;

export const metricNames = [...metrics, ...(Object.keys(others) as (keyof typeof others)[])] as const;

function metricOf(name: MetricName): Metric {
  return name in others ? others[name as keyof typeof others] : (name as Metric);
}

/** Each metric once, in the order in which they are named. */
export function metricsNamed(names: readonly MetricName[]): Metric[] {
  return [...new Set(names.map(metricOf))];
}
