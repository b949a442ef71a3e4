// What a worker does for a pool that several machines build: it puts the reply of a sample into its part's journal, and
// writes the part once they are all there, as a build on one machine does.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildPool } from '../../deepconf/pool/build.ts';
import { journalOf, partJob } from '../../deepconf/pool/build-plan.ts';
import { sendPart } from '../../deepconf/pool/part-copies.ts';
import type { PartFacts } from '../../deepconf/pool/part-facts.ts';
import { openPartReplies, type PartReplies } from '../../deepconf/pool/part-replies.ts';
import { type PartReportText, writeReport } from '../../deepconf/pool/part-report.ts';
import { readPoolSettings } from '../../deepconf/pool/pool-settings.ts';
import { readPoolProblems } from '../../deepconf/pool/problems-file.ts';
import type { PoolProblem } from '../../deepconf/pool/read.ts';
import type { SampleTally } from '../../deepconf/pool/sample-tally.ts';
import { type Sampling, sampleRequest } from '../../deepconf/pool/sampling.ts';
import type { PoolSettings } from '../../deepconf/pool/schema.ts';
import type { ChatEndpoint } from '../../endpoints/chat.ts';
import { createChatEndpoint } from '../../endpoints/client.ts';
import { dialectOfName } from '../../endpoints/dialects/choose.ts';
import { requestKey } from '../../endpoints/request-key.ts';
import { createUsageCounters } from '../../endpoints/usage-counters.ts';
import { LateBenchError } from '../../errors.ts';
import type { CallJob, GroupSpan, PartJobData } from '../../queue/names.ts';
import { bringFile } from '../../storage/folder-objects.ts';
import type { ObjectStore } from '../../storage/object-store.ts';
import { missingSamples, placeOfGroup, poolFiles } from './groups.ts';

export interface PoolWork {
  readonly settings: PoolSettings;
  readonly sampling: Sampling;
  readonly replies: PartReplies;
  perform(endpoint: ChatEndpoint): (job: CallJob, signal: AbortSignal) => Promise<void>;
  /**
   * Writes a part from the journals, if they hold all of its replies. Makes no call.
   *
   * @returns What it wrote, for the coordinator; undefined where it wrote nothing.
   */
  putTogether(part: PartJobData, signal: AbortSignal): Promise<PartReportText | undefined>;
}

/** Replies read at once for a part. */
const readAtOnce = 4;
/** No server listens here: the endpoint reads journals offline, its address only names it. */
const nowhere = 'http://127.0.0.1';
interface PartPlace {
  readonly folder: string;
  readonly sampling: Sampling;
  readonly problem: PoolProblem;
  readonly part: number;
  readonly span: GroupSpan;
  readonly store: ObjectStore | undefined;
}

async function writeFromJournals(
  { folder, sampling, problem, part, span, store }: PartPlace,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<PartReportText | undefined> {
  const settings = await readPoolSettings(folder);
  const { endpoint: name, model } = settings ?? {};
  if (settings === undefined || name == null || model == null) return undefined;
  const job = partJob(problem, part, span);
  const problems = [problem];
  // The beginning of such a part is in the pool's folder, which this machine does not see: the coordinator writes it.
  if (store !== undefined && job.have > job.first) return undefined;
  const facts = { folder, jobs: [job], problems, sampling, store };
  for await (const { missing } of missingSamples(facts, { name, model }))
    if (missing.length > 0) return undefined;
  // Not in the journals of this machine's own calls, which come and go.
  const place = store === undefined ? folder : join(folder, 'assembly');
  const replies = openPartReplies(place, { say, reservedBytes: 0, leaveJournals: true, store });
  const endpoint = createChatEndpoint({
    baseUrl: nowhere,
    name,
    model,
    dialect: dialectOfName(name),
    concurrency: readAtOnce,
    counters: createUsageCounters(),
    replyStore: replies,
    allowDegenerate: true,
    offline: true,
  });
  try {
    const written: PartFacts[] = [];
    let tally: SampleTally | undefined;
    await buildPool({
      ...facts,
      settings,
      // The coordinator has the manifest: it is told of the part, and looks for it on the disk.
      manifest: { add: (one) => written.push(one), commit: async () => {} },
      counts: {
        add(_, of) {
          tally = of;
        },
      },
      endpoint,
      replies,
      concurrency: readAtOnce,
      // The coordinator judges what is of no use, over all parts.
      allowDegenerate: true,
      keepRaw: false,
      wholePartsOnly: true,
      stopping: signal,
      signal,
      onSample: () => {},
      say,
    });
    if (store !== undefined) await sendPart({ folder, settings }, job, store);
    return tally === undefined ? undefined : writeReport({ facts: written, tally });
  } finally {
    await endpoint.close();
    await replies.close();
    if (place !== folder) await rm(place, { recursive: true, force: true });
  }
}

/** Journals of parts that one worker keeps open while no call of theirs is under way. */
const maxIdle = 4;

/** What a worker needs of a pool. */
export async function openPoolWork(
  folder: string,
  {
    store,
    say,
    keepRaw,
  }: {
    readonly store?: ObjectStore | undefined;
    readonly say: (line: string) => void;
    readonly keepRaw?: boolean | undefined;
  },
): Promise<PoolWork> {
  if (store !== undefined) for (const name of poolFiles) await bringFile(store, folder, name);
  const settings = await readPoolSettings(folder);
  let problems = settings === undefined ? [] : await readPoolProblems(folder);
  const sampling = settings?.sampling;
  if (settings === undefined || sampling == null) {
    throw new LateBenchError('LB_CONFIG', `${folder} is not a pool that is being built`);
  }
  const replies = openPartReplies(folder, { say, reservedBytes: 0, maxIdle, store, keepRaw });
  /** A pool may have got further problems since it was opened here. */
  const problemOf = async (group: number): Promise<PoolProblem | undefined> => {
    const { place } = placeOfGroup(group);
    if (problems[place] === undefined) {
      if (store !== undefined) for (const name of poolFiles) await bringFile(store, folder, name);
      problems = await readPoolProblems(folder);
    }
    return problems[place];
  };
  return {
    settings,
    sampling,
    replies,
    async putTogether({ group, span }, signal) {
      const problem = await problemOf(group);
      if (problem === undefined || span === undefined) return undefined;
      const { part } = placeOfGroup(group);
      return writeFromJournals({ folder, sampling, problem, part, span, store }, signal, say);
    },
    perform: (endpoint) => {
      if (endpoint.name !== settings.endpoint || endpoint.model !== settings.model) {
        const requested = `${settings.model} at ${settings.endpoint}`;
        const message = `the pool is of ${requested}, and this worker has ${endpoint.model} at ${endpoint.name}`;
        throw new LateBenchError('LB_ENDPOINT_CONFIG', message);
      }
      return async ({ group, call: sample }, signal) => {
        const problem = await problemOf(group);
        if (problem === undefined) return;
        const request = sampleRequest(problem.problem, sampling, sample);
        const key = requestKey(endpoint.name, endpoint.model, request, sample);
        await replies.assign(key, journalOf(problem.problem_id, placeOfGroup(group).part));
        try {
          await endpoint.chat(request, { signal, sample });
        } catch (error) {
          if (!replies.isLate(key, error)) throw error;
        } finally {
          replies.forget(key);
        }
      };
    },
  };
}
