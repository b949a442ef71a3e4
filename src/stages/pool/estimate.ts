// What a pool build would ask for, take and cost, without a call and without a byte written.
import { probeNote } from '../../deepconf/pool/probe.ts';
import { sampleRequest } from '../../deepconf/pool/sampling.ts';
import { isLateBenchError } from '../../errors.ts';
import { isSimulated, simulationNotice } from '../../report/simulation.ts';
import type { JobContext } from '../define-job.ts';
import type { PoolAsked } from './options.ts';
import { problemsOf, surveyPool, targetOf } from './survey.ts';

export async function estimatePool(asked: PoolAsked, context: JobContext): Promise<readonly string[]> {
  const calls = context.calls();
  const target = targetOf(calls);
  const problems = await problemsOf(asked, context);
  const { planned, sampling, lines } = await surveyPool(asked, { seed: context.seed, target, problems });
  const endpoint = await calls.endpoint('logprob');
  const { signal } = new AbortController();
  for (const { problem, have, end } of planned) {
    for (let sample = have; sample < end; sample += 1) {
      try {
        await endpoint.chat(sampleRequest(problem.problem, sampling, sample), { signal, sample });
      } catch (error) {
        // That no call is made is how it answers.
        if (!isLateBenchError(error)) throw error;
      }
    }
  }
  const notice = isSimulated(target.model) ? [simulationNotice] : [];
  return [...notice, ...lines, ...(planned.length === 0 ? [] : [probeNote]), ...calls.counted()];
}
