// What a pool build would ask for, take and cost, without a call and without a byte written.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openPartReplies } from '../../deepconf/pool/part-replies.ts';
import { probeNote } from '../../deepconf/pool/probe.ts';
import { sampleRequest } from '../../deepconf/pool/sampling.ts';
import { requestKey } from '../../endpoints/request-key.ts';
import { readReply } from '../../endpoints/wire-reply.ts';
import { isLateBenchError } from '../../errors.ts';
import { formatCounted } from '../../report/format.ts';
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
  const replies = openPartReplies(asked.pool, { say: () => {}, reservedBytes: 0 });
  const isStored = async (key: string, journal: string): Promise<boolean> => {
    try {
      await replies.assign(key, journal);
      const body = await replies.body(key);
      if (body !== null) readReply(200, body, sampling.top_logprobs);
      return body !== null;
    } catch (error) {
      // What cannot be read is asked for again.
      if (isLateBenchError(error)) return false;
      throw error;
    } finally {
      replies.forget(key);
    }
  };
  let stored = 0;
  try {
    for (const { problem, have, end, journal } of planned) {
      const hasJournal = !asked.rebuild && existsSync(join(asked.pool, 'journal', journal));
      for (let sample = have; sample < end; sample += 1) {
        const request = sampleRequest(problem.problem, sampling, sample);
        const key = requestKey(endpoint.name, endpoint.model, request, sample);
        if (hasJournal && (await isStored(key, journal))) {
          stored += 1;
          continue;
        }
        try {
          await endpoint.chat(request, { signal, sample });
        } catch (error) {
          // That no call is made is how it answers.
          if (!isLateBenchError(error)) throw error;
        }
      }
    }
  } finally {
    await replies.close();
  }
  const notice = isSimulated(target.model) ? [simulationNotice] : [];
  const kept =
    stored === 0 ? [] : [`${formatCounted(stored, 'stored reply', 'stored replies')} of an earlier run`];
  return [...notice, ...lines, ...(planned.length === 0 ? [] : [probeNote]), ...kept, ...calls.counted()];
}
