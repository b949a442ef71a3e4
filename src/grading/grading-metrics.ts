// What the grading server counts, as a Prometheus text page (exposition format 0.0.4).
import type { GraderCounts } from './grader.ts';

/** Upper bounds of the histogram, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface GradingMetrics {
  /** A request to grade ended with this HTTP status; 499: the client left before. */
  ended(status: number, seconds: number): void;
  page(counts: GraderCounts): string;
}

/** The status that stands for a client that left. */
export const clientLeft = 499;

export function createGradingMetrics(): GradingMetrics {
  const requests = new Map<number, number>();
  const buckets = bounds.map(() => 0);
  let graded = 0;
  let sum = 0;
  const block = (name: string, kind: string, about: string, lines: readonly string[]): readonly string[] => [
    `# HELP latebench_verify_${name} ${about}`,
    `# TYPE latebench_verify_${name} ${kind}`,
    ...lines.map((line) => `latebench_verify_${line}`),
  ];
  return {
    ended(status, seconds) {
      requests.set(status, (requests.get(status) ?? 0) + 1);
      if (status !== 200) return;
      graded += 1;
      sum += seconds;
      for (const [k, bound] of bounds.entries()) if (seconds <= bound) buckets[k]! += 1;
    },
    page({ verdicts, ended, waiting, threads }) {
      return [
        ...block(
          'requests_total',
          'counter',
          'Requests to grade that ended, by HTTP status (499: the client left).',
          [...requests].map(([status, count]) => `requests_total{status="${status}"} ${count}`),
        ),
        ...block(
          'pairs_total',
          'counter',
          'Pairs graded, by verdict.',
          Object.entries(verdicts).map(([verdict, count]) => `pairs_total{verdict="${verdict}"} ${count}`),
        ),
        ...block('ended_total', 'counter', 'Pairs whose thread was ended: the time limit, or a breakdown.', [
          `ended_total ${ended}`,
        ]),
        ...block('waiting_pairs', 'gauge', 'Pairs that wait or are being graded.', [
          `waiting_pairs ${waiting}`,
        ]),
        ...block('threads', 'gauge', 'Threads that grade.', [`threads ${threads}`]),
        ...block('batch_seconds', 'histogram', 'Time from a whole batch read to its grades.', [
          ...bounds.map((bound, k) => `batch_seconds_bucket{le="${bound}"} ${buckets[k]}`),
          `batch_seconds_bucket{le="+Inf"} ${graded}`,
          `batch_seconds_sum ${sum}`,
          `batch_seconds_count ${graded}`,
        ]),
        '',
      ].join('\n');
    },
  };
}
