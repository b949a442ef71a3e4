// The samples of a dry run: those whose replies an earlier run has stored are not asked for again, and all others are
// counted by the endpoint.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openPartReplies } from '../../deepconf/pool/part-replies.ts';
import { type Sampling, sampleRequest } from '../../deepconf/pool/sampling.ts';
import type { ChatEndpoint } from '../../endpoints/chat.ts';
import { requestKey } from '../../endpoints/request-key.ts';
import { readReply } from '../../endpoints/wire-reply.ts';
import { isLateBenchError } from '../../errors.ts';
import { formatCounted } from '../../report/format.ts';

export interface CountedSamples {
  readonly problem: string;
  /** Samples from `from` up to and without `end`. */
  readonly from: number;
  readonly end: number;
  /** Folder of their journal, below those of the pool. */
  readonly journal: string;
}

interface Counting {
  readonly pool: string;
  readonly endpoint: ChatEndpoint;
  readonly sampling: Sampling;
  /** What is stored is not used. */
  readonly rebuild: boolean | undefined;
}

/** A line for the stored replies, where there are any. */
export async function countSamples(
  all: readonly CountedSamples[],
  { pool, endpoint, sampling, rebuild }: Counting,
): Promise<readonly string[]> {
  const { signal } = new AbortController();
  const replies = openPartReplies(pool, { say: () => {}, reservedBytes: 0 });
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
    for (const { problem, from, end, journal } of all) {
      const hasJournal = rebuild !== true && existsSync(join(pool, 'journal', journal));
      for (let sample = from; sample < end; sample += 1) {
        const request = sampleRequest(problem, sampling, sample);
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
  return stored === 0 ? [] : [`${formatCounted(stored, 'stored reply', 'stored replies')} of an earlier run`];
}
