// Progress of a pool build: samples, rate, tokens a second, spend and time left, of the problem at hand and of all.
import type { PartJob } from '../../deepconf/pool/build-plan.ts';
import { priceOf } from '../../endpoints/budget/price.ts';
import { pricesWith } from '../../endpoints/budget/price-table.ts';
import { spentText } from '../../endpoints/spent-text.ts';
import type { UsageCounters } from '../../endpoints/usage-counters.ts';
import { formatCount, formatCounted, formatSeconds, formatUsd } from '../../report/format.ts';
import type { JobContext } from '../define-job.ts';

export interface BuildProgress {
  readonly sample: (job: PartJob, outcome: 'ok' | 'failed', tokens: number) => void;
  /** Samples and tokens so far, in words. */
  summary(): string;
  end(): void;
}

interface ProblemCount {
  readonly id: string;
  readonly requested: number;
  done: number;
  readonly started: number;
}

export function buildProgress(
  {
    jobs,
    n,
    counters,
    model,
  }: { jobs: readonly PartJob[]; n: number; counters: UsageCounters; model: string },
  { shows, price: given }: Pick<JobContext, 'shows' | 'price'>,
): BuildProgress {
  const started = performance.now();
  const total = jobs.reduce((sum, { have, end }) => sum + end - have, 0);
  const missing = new Map<string, number>();
  for (const { problem, have, end } of jobs) {
    missing.set(problem.problem_id, (missing.get(problem.problem_id) ?? 0) + end - have);
  }
  let done = 0;
  let failed = 0;
  let tokens = 0;
  let current: ProblemCount | undefined;
  const counts = new Map<string, ProblemCount>();
  const price = priceOf(pricesWith(given), model);
  const seconds = (since = started): number => Math.max(0.001, (performance.now() - since) / 1000);
  const spend = (): string => {
    const { promptTokens, completionTokens } = counters.total();
    if (price === null || promptTokens + completionTokens === 0) return '';
    return formatUsd((promptTokens * price.in + completionTokens * price.out) / 1e6);
  };
  const rates = (): string =>
    `${(done / seconds()).toFixed(1)} samples/s, ${formatCount(tokens / seconds())} tokens/s`;
  const problemText = (): string => {
    if (current === undefined) return '';
    const { id, requested, done: got, started: since } = current;
    const left = got === 0 ? null : ((requested - got) / got) * seconds(since);
    const time = left === null || got === requested ? '' : `, ${formatSeconds(left)} left`;
    return `${id} ${formatCount(n - requested + got)} of ${formatCount(n)}${time}`;
  };
  const line = (): string => {
    const left =
      done === 0 ? '' : `${formatSeconds(((total - done - failed) / done) * seconds())} left in all`;
    const all = `${formatCount(done)} of ${formatCount(total)} samples (${((100 * done) / Math.max(1, total)).toFixed(1)}%)`;
    const lost = failed === 0 ? '' : `${formatCount(failed)} failed`;
    return [all, problemText(), rates(), lost, spend(), left].filter((part) => part !== '').join('; ');
  };
  const end = shows(line, () => (total === 0 ? null : (done + failed) / total));
  return {
    sample(job, outcome, count) {
      const id = job.problem.problem_id;
      const known = counts.get(id) ?? {
        id,
        requested: missing.get(id) ?? 0,
        done: 0,
        started: performance.now(),
      };
      counts.set(id, known);
      if (outcome === 'failed') {
        failed += 1;
        return;
      }
      known.done += 1;
      done += 1;
      tokens += count;
      current = known;
      if (known.done === known.requested) counts.delete(id);
    },
    summary() {
      const cost = spend() === '' ? '' : `, ${spend()}`;
      return `${formatCounted(done, 'sample')} in ${formatSeconds(seconds())} (${rates()}); ${spentText(counters.total())}${cost}`;
    },
    end,
  };
}
