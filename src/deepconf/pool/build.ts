// Buys the samples that a pool lacks and writes its parts. A reply is in its part's journal before it is looked at; a
// part is written once all its samples are there, and its journal removed after that. So a build that is killed
// anywhere and repeated ends with the same bytes, and pays for nothing twice.
import type { ChatEndpoint } from '../../endpoints/chat.ts';
import { requestKey } from '../../endpoints/request-key.ts';
import { failsOnlyItsRecord, isLateBenchError, type LateBenchError } from '../../errors.ts';
import type { PartJob } from './build-plan.ts';
import type { PoolManifest } from './manifest.ts';
import { PartAssembly } from './part-assembly.ts';
import type { PartReplies } from './part-replies.ts';
import { writeRaw } from './raw.ts';
import type { PoolProblem } from './read.ts';
import { replyJudge } from './reply-judge.ts';
import { type Sampling, sampleRequest } from './sampling.ts';
import type { PoolSettings } from './schema.ts';
import { type Trace, traceOfReply } from './trace.ts';
import type { WrittenCounts } from './written-counts.ts';

/** What `buildPool` samples, and where replies and progress go. */
export interface BuildOptions {
  /** The pool's folder, from `preparePool`. */
  readonly folder: string;
  /** As the pool has them. */
  readonly settings: PoolSettings;
  /** Sampling parameters of each call. */
  readonly sampling: Sampling;
  /** All problems of the pool, in its order. */
  readonly problems: readonly PoolProblem[];
  /** The parts to write, from `planBuild`. */
  readonly jobs: readonly PartJob[];
  /** Called for each part that is written. */
  readonly manifest: Pick<PoolManifest, 'add' | 'commit'>;
  /** Told of the samples of each part that is written. */
  readonly counts?: Pick<WrittenCounts, 'add'> | undefined;
  /** The model to sample. */
  readonly endpoint: ChatEndpoint;
  /** Stored replies of the parts, from `openPartReplies`. */
  readonly replies: PartReplies;
  /** Calls in flight. */
  readonly concurrency: number;
  /** Accept replies whose logprobs say nothing. */
  readonly allowDegenerate: boolean;
  /** Also keep replies as the server sent them, next to the parts. */
  readonly keepRaw: boolean;
  /** Write no beginning of a part: who puts parts together for another process must never put less in its place. */
  readonly wholePartsOnly?: boolean | undefined;
  /** Begin no further sample. */
  readonly stopping: AbortSignal;
  /** Give up the calls in flight. */
  readonly signal: AbortSignal;
  /** Called for each sample that has arrived or finally failed. */
  readonly onSample: (job: PartJob, outcome: 'ok' | 'failed', tokens: number) => void;
  /** Called for the first failure of each kind. */
  readonly say: (line: string) => void;
}

export interface BuildOutcome {
  readonly failed: number;
  /** What ended the build early; undefined where it came to its end or was asked to stop. */
  readonly reason: LateBenchError | undefined;
}

interface OpenPart {
  readonly job: PartJob;
  readonly got: Set<number>;
  /** Samples begun and not ended, and samples not begun. */
  left: number;
}

/** After these errors the last replies are unusable, or the disk has no room for a part. */
const spoils = new Set(['LB_ENDPOINT_STOPPED', 'LB_DISK_FULL']);
/** How often what was written is noted; what a crash leaves out is found again. */
export const commitMs = 5000;
/** Whole parts that may wait for being written. */
const maxWaiting = 2;

function nextOf(
  jobs: readonly PartJob[],
): () => { readonly part: OpenPart; readonly sample: number } | undefined {
  let at = 0;
  let open: OpenPart | undefined;
  let sample = 0;
  return () => {
    if (open === undefined || sample === open.job.end) {
      const job = jobs[at];
      if (job === undefined) return undefined;
      at += 1;
      sample = job.have;
      open = { job, got: new Set(), left: job.end - job.have };
    }
    sample += 1;
    return { part: open, sample: sample - 1 };
  };
}

/**
 * Samples what the jobs name and writes each part when it is complete. A sample that fails does not affect the others.
 *
 * @returns The number of failed samples, and in `reason` what ended the build early (LB_ENDPOINT_STOPPED,
 * LB_DISK_FULL and others); what was written is kept.
 */
export async function buildPool(options: BuildOptions): Promise<BuildOutcome> {
  const { folder, settings, sampling, manifest, endpoint, replies, signal, stopping } = options;
  const assembly = new PartAssembly({ folder, settings });
  const { allowDegenerate, say } = options;
  const judge = replyJudge({ model: endpoint.model, k: settings.k, allowDegenerate, say });
  const next = nextOf(options.jobs);
  const unfinished = new Set<OpenPart>();
  const reported = new Set<string>();
  let failed = 0;
  let reason: LateBenchError | undefined;
  /** A mistake of this program's own. */
  let fault: { readonly error: unknown } | undefined;
  let waiting = 0;
  let writing = Promise.resolve();

  const ask = async (job: PartJob, sample: number): Promise<Trace> => {
    const request = sampleRequest(job.problem.problem, sampling, sample);
    const key = requestKey(endpoint.name, endpoint.model, request, sample);
    await replies.assign(key, job.journal);
    try {
      const reply = await endpoint.chat(request, { signal, sample });
      judge.see(job.problem.problem_id, reply);
      return traceOfReply(reply, settings.k);
    } finally {
      replies.forget(key);
    }
  };

  let lastCommit = performance.now();
  const write = async (part: OpenPart, end: number): Promise<void> => {
    const { job } = part;
    if (options.keepRaw) await writeRaw(folder, job, end, { endpoint, replies, sampling });
    const { facts, tally } = await assembly.write(job, end);
    for (const one of facts) manifest.add(one);
    options.counts?.add(job, tally);
    if (performance.now() - lastCommit > commitMs) {
      await manifest.commit();
      lastCommit = performance.now();
    }
    if (end === job.end) await replies.discard(job.journal);
  };
  const stop = (error: unknown): void => {
    if (isLateBenchError(error)) reason ??= error;
    else fault ??= { error };
  };
  const stopped = (): boolean => reason !== undefined || fault !== undefined;
  const enqueue = (part: OpenPart, end: number): void => {
    waiting += 1;
    writing = writing
      .then(() => (fault === undefined ? write(part, end) : undefined))
      .catch(stop)
      .finally(() => {
        waiting -= 1;
      });
  };

  const buy = async ({ part, sample }: { part: OpenPart; sample: number }): Promise<void> => {
    const { job } = part;
    try {
      const trace = await ask(job, sample);
      const tokens = trace.chosen.length;
      await assembly.put(job, sample, trace);
      part.got.add(sample);
      options.onSample(job, 'ok', tokens);
    } catch (error) {
      if (!failsOnlyItsRecord(error)) return stop(error);
      failed += 1;
      options.onSample(job, 'failed', 0);
      if (!reported.has(error.code)) {
        reported.add(error.code);
        options.say(`sample ${sample} of ${job.problem.problem_id}: ${error.message} (${error.code})`);
      }
    } finally {
      part.left -= 1;
    }
    if (part.left === 0 && part.got.size === job.end - job.have) {
      unfinished.delete(part);
      enqueue(part, job.end);
    }
  };
  const worker = async (): Promise<void> => {
    while (!stopped() && !stopping.aborted) {
      // The writer sets the pace when it is the slower one.
      if (waiting > maxWaiting) await writing;
      const work = next();
      if (work === undefined) return;
      unfinished.add(work.part);
      await buy(work);
    }
  };
  try {
    await Promise.all(Array.from({ length: options.concurrency }, worker));
    await writing;
    // What came of the parts that are not whole can be voted on; a later run puts the whole part in its place.
    for (const part of options.wholePartsOnly === true ? [] : unfinished) {
      let end = part.job.have;
      while (part.got.has(end)) end += 1;
      if (end === part.job.have || fault !== undefined || signal.aborted) continue;
      if (reason === undefined || !spoils.has(reason.code)) enqueue(part, end);
    }
    await writing;
  } finally {
    await manifest.commit();
    await assembly.close();
    judge.report();
  }
  if (fault !== undefined) throw (fault as { readonly error: unknown }).error;
  return { failed, reason };
}
