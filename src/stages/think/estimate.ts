// What `think` would ask for at most, without a call and without a byte written.
import { preparePool } from '../../deepconf/pool/prepare.ts';
import { probeNote } from '../../deepconf/pool/probe.ts';
import { readFinished } from '../../deepconf/think/progress-files.ts';
import { traceJournal } from '../../deepconf/think/run.ts';
import { formatCount, formatCounted } from '../../report/format.ts';
import { isSimulated, simulationNotice } from '../../report/simulation.ts';
import type { JobContext } from '../define-job.ts';
import { countSamples } from '../pool/count-samples.ts';
import { targetOf } from '../pool/survey.ts';
import type { ThinkAsked } from './options.ts';
import { problemRows } from './problems.ts';
import { thinkRequest } from './request.ts';

export async function estimateThink(asked: ThinkAsked, context: JobContext): Promise<readonly string[]> {
  const calls = context.calls();
  const target = targetOf(calls);
  const { problems } = await problemRows(asked, context);
  const { settings, sampling, requested } = thinkRequest(asked, { seed: context.seed, target, problems });
  const options = { rebuild: asked.rebuild, dryRun: true, say: () => {} };
  await preparePool(asked.pool, requested, problems, options);
  const finished = asked.rebuild ? new Map() : await readFinished(asked.pool);
  const left = problems.filter(({ problem_id }) => !finished.has(problem_id));
  const endpoint = await calls.endpoint('logprob');
  const samples = left.map(({ problem, problem_id }) => ({
    ...{ problem, from: 0, end: settings.traces, journal: traceJournal(problem_id) },
  }));
  const { pool, rebuild } = asked;
  const stored = await countSamples(samples, { pool, endpoint, sampling, rebuild });
  const notice = isSimulated(target.model) ? [simulationNotice] : [];
  const limit =
    settings.tokens === null ? '' : ` and no trace begun after ${formatCount(settings.tokens)} tokens`;
  return [
    ...notice,
    ...(left.length === problems.length
      ? []
      : [
          `${formatCount(problems.length - left.length)} of ${formatCounted(problems.length, 'problem')} finished already`,
        ]),
    ...(left.length === 0 ? [] : [probeNote]),
    `at most ${formatCount(settings.traces)} traces of each of ${formatCounted(left.length, 'problem')}${limit}, ` +
      `${formatCount(Math.min(settings.warmup, settings.traces))} of them to their end; traces that are stopped, and a ` +
      'consensus, make it less',
    ...stored,
    ...calls.counted(),
  ];
}
