// The calls of a pool as the queue knows them: a group is a part of a problem, a call one of its samples.
import { join } from 'node:path';
import type { PartJob } from '../../deepconf/pool/build-plan.ts';
import { partSamples, problemsPath, settingsPath } from '../../deepconf/pool/layout.ts';
import { journalPrefix, type PartReplies } from '../../deepconf/pool/part-replies.ts';
import type { PoolProblem } from '../../deepconf/pool/read.ts';
import { type Sampling, sampleRequest } from '../../deepconf/pool/sampling.ts';
import type { ChatEndpoint } from '../../endpoints/chat.ts';
import { requestKey } from '../../endpoints/request-key.ts';
import type { CallGroup } from '../../queue/group-flow.ts';
import { failedName, type GroupSpan } from '../../queue/names.ts';
import { openJournal } from '../../storage/journal/journal.ts';
import { keysInStore } from '../../storage/journal/journal-copies.ts';
import type { ObjectStore } from '../../storage/object-store.ts';

/** The files of a pool that say what its calls are. */
export const poolFiles = [settingsPath('.'), problemsPath('.')];

/** More parts than a problem will ever have. */
const partsOfProblem = 2 ** 20;

/** The number of a job's group; the place of its problem in the pool never changes. */
export function groupNumbers(problems: readonly PoolProblem[]): (job: PartJob) => number {
  const places = new Map(problems.map(({ problem_id }, at) => [problem_id, at]));
  return ({ problem, part }) => places.get(problem.problem_id)! * partsOfProblem + part;
}

/** Where a group belongs: the place of its problem in the pool, and the part. */
export function placeOfGroup(group: number): { readonly place: number; readonly part: number } {
  return { place: Math.floor(group / partsOfProblem), part: group % partsOfProblem };
}

function spanOf({ part, first, have, end }: PartJob): GroupSpan {
  return first === part * partSamples ? { have, end } : { first, have, end };
}

/** The samples of each part that no journal has. */
export async function* missingSamples(
  {
    folder,
    jobs,
    problems,
    sampling,
    store,
  }: {
    readonly folder: string;
    readonly jobs: readonly PartJob[];
    readonly problems: readonly PoolProblem[];
    readonly sampling: Sampling;
    /** Where machines that do not see the folder keep their replies. */
    readonly store?: ObjectStore | undefined;
  },
  { name, model }: Pick<ChatEndpoint, 'name' | 'model'>,
): AsyncGenerator<CallGroup> {
  const numberOf = groupNumbers(problems);
  for (const job of jobs) {
    const journal = await openJournal(join(folder, 'journal', job.journal));
    const elsewhere = store === undefined ? new Set() : await keysInStore(store, journalPrefix(job.journal));
    const missing: number[] = [];
    for (let sample = job.have; sample < job.end; sample += 1) {
      const request = sampleRequest(job.problem.problem, sampling, sample);
      const key = requestKey(name, model, request, sample);
      if (!journal.has(key) && !elsewhere.has(key)) missing.push(sample);
    }
    await journal.close();
    yield { group: numberOf(job), missing, span: spanOf(job) };
  }
}

const broughtAtOnce = 16;

/** Brings what a store keeps of the replies of these parts into their journals here, as far as it can be read. */
export async function bringReplies(
  { jobs, sampling, replies }: { jobs: readonly PartJob[]; sampling: Sampling; replies: PartReplies },
  { name, model }: Pick<ChatEndpoint, 'name' | 'model'>,
): Promise<void> {
  for (const { journal, problem, have, end } of jobs) {
    let sample = have;
    const next = async (): Promise<void> => {
      while (sample < end) {
        const request = sampleRequest(problem.problem, sampling, sample);
        const key = requestKey(name, model, request, sample);
        sample += 1;
        await replies.assign(key, journal);
        await replies.refresh(key);
        replies.forget(key);
      }
    };
    await Promise.all(Array.from({ length: broughtAtOnce }, next));
  }
}

/** The parts that lack replies, without the samples that workers say have failed. */
export async function lackingSamples(
  pool: Parameters<typeof missingSamples>[0],
  endpoint: Parameters<typeof missingSamples>[1],
  failed: ReadonlySet<string>,
): Promise<readonly CallGroup[]> {
  const lacking: CallGroup[] = [];
  for await (const part of missingSamples(pool, endpoint)) {
    const { group, missing } = part;
    const unknown = missing.filter((call) => !failed.has(failedName({ group, call })));
    if (unknown.length > 0) lacking.push({ ...part, missing: unknown });
  }
  return lacking;
}
