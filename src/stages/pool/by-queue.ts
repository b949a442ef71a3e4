// A pool that workers on several machines build: they buy the samples, and this process takes the parts in as they come.
import { adoptPart } from '../../deepconf/pool/adopt.ts';
import { type BuildOptions, type BuildOutcome, buildPool, commitMs } from '../../deepconf/pool/build.ts';
import type { PartJob } from '../../deepconf/pool/build-plan.ts';
import { removeCopies, takePart } from '../../deepconf/pool/part-copies.ts';
import { readReport } from '../../deepconf/pool/part-report.ts';
import type { ReadyPool } from '../../deepconf/pool/prepare.ts';
import { isLateBenchError } from '../../errors.ts';
import type { JobQueue } from '../job-calls.ts';
import { bringReplies, groupNumbers, lackingSamples, missingSamples, poolFiles } from './groups.ts';

export async function buildPoolByQueue(
  build: BuildOptions & ReadyPool,
  queue: JobQueue,
): Promise<BuildOutcome> {
  const { folder, jobs, problems } = build;
  const store = await queue.store(folder);
  const pool = { ...build, store };
  const numberOf = groupNumbers(problems);
  const byNumber = new Map(jobs.map((job) => [numberOf(job), job]));
  let failed = 0;
  let committed = performance.now();
  try {
    await queue.spread({
      kind: 'pool',
      folder,
      calls: 'samples',
      files: poolFiles,
      allowDegenerate: build.allowDegenerate,
      keepRaw: build.keepRaw,
      signal: build.stopping,
      groups: () => missingSamples(pool, build.endpoint),
      // Raw bodies are kept by whoever writes the part: this process.
      puttingTogether: !build.keepRaw,
      async finish(groups, known, reports) {
        const left: PartJob[] = [];
        for (const job of groups.flatMap((group) => byNumber.get(group) ?? [])) {
          const report = readReport(reports.get(numberOf(job)));
          const adopted =
            (await adoptPart(build, job, report)) ??
            (store === undefined ? null : await takePart(build, job, { store, report }));
          if (adopted === null) {
            left.push(job);
            continue;
          }
          await build.replies.discard(job.journal);
          if (store !== undefined) await removeCopies(job, store);
          const samples = job.end - job.have;
          for (let n = 0; n < samples; n += 1) build.onSample(job, 'ok', adopted.tokens / samples);
        }
        // By what is here: a reply that the store lists and does not give would be paid for again below.
        if (store !== undefined) await bringReplies({ ...build, jobs: left }, build.endpoint);
        const lacking = await lackingSamples({ ...build, jobs: left }, build.endpoint, known);
        const missing = new Set(lacking.map(({ group }) => group));
        const ready = left.filter((job) => !missing.has(numberOf(job)));
        if (ready.length > 0) {
          const outcome = await buildPool({ ...build, jobs: ready });
          failed += outcome.failed;
          if (outcome.reason !== undefined) throw outcome.reason;
        } else if (performance.now() - committed > commitMs) {
          await build.manifest.commit();
          committed = performance.now();
        }
        return lacking;
      },
    });
  } catch (error) {
    if (!isLateBenchError(error)) throw error;
    return { failed, reason: error };
  }
  return { failed, reason: undefined };
}
