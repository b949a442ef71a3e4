// What a pool build would ask for, take and cost, without a call and without a byte written.
import { probeNote } from '../../deepconf/pool/probe.ts';
import { isSimulated, simulationNotice } from '../../report/simulation.ts';
import type { JobContext } from '../define-job.ts';
import { countSamples } from './count-samples.ts';
import type { PoolAsked } from './options.ts';
import { problemsOf, surveyPool, targetOf } from './survey.ts';

export async function estimatePool(asked: PoolAsked, context: JobContext): Promise<readonly string[]> {
  const calls = context.calls();
  const target = targetOf(calls);
  const problems = await problemsOf(asked, context);
  const { planned, sampling, lines } = await surveyPool(asked, { seed: context.seed, target, problems });
  const endpoint = await calls.endpoint('logprob');
  const samples = planned.map(({ problem: { problem }, have: from, end, journal }) => ({
    ...{ problem, from, end, journal },
  }));
  const { pool, rebuild } = asked;
  const stored = await countSamples(samples, { pool, endpoint, sampling, rebuild });
  const notice = isSimulated(target.model) ? [simulationNotice] : [];
  return [...notice, ...lines, ...(planned.length === 0 ? [] : [probeNote]), ...stored, ...calls.counted()];
}
