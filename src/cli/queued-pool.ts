// `latebench pool build --engine bullmq`: workers buy the samples, and this process writes the parts as they come in.

import { adoptPart } from '../deepconf/pool/adopt.ts';
import { type BuildOptions, type BuildOutcome, buildPool } from '../deepconf/pool/build.ts';
import type { PartJob } from '../deepconf/pool/build-plan.ts';
import type { ReadyPool } from '../deepconf/pool/prepare.ts';
import { isLateBenchError } from '../errors.ts';
import { coordinate } from '../pipeline/queued/coordinate.ts';
import { groupNumbers, missingSamples } from '../pipeline/queued/pool.ts';
import { writeQueueFile } from '../pipeline/queued/queue-file.ts';
import type { Call } from './command.ts';
import type { QueueEngine } from './engine.ts';
import { budgetNote, queueLimits } from './queue-limits.ts';

/** How often the manifest is written while parts come in; what a crash leaves out of it is found again. */
const saveMs = 5000;

export async function buildPoolByQueue(
  call: Call,
  { redis, globalConcurrency }: QueueEngine,
  {
    build,
    rpm,
  }: { readonly build: BuildOptions & Pick<ReadyPool, 'manifest'>; readonly rpm: number | undefined },
): Promise<BuildOutcome> {
  const { options, say } = call;
  const { folder, jobs, problems } = build;
  const { run, budget } = await writeQueueFile(folder, {
    kind: 'pool',
    endpoint: options.text('endpoint') ?? options.text('base-url') ?? null,
    ...queueLimits(call, rpm === undefined ? {} : { logprob: rpm }),
    allow_degenerate: build.allowDegenerate,
  });
  const numberOf = groupNumbers(problems);
  const byNumber = new Map(jobs.map((job) => [numberOf(job), job]));
  let failed = 0;
  let saved = performance.now();
  const note = budgetNote(budget);
  if (note !== undefined) say(`pool build: ${note}`);
  say(`pool build: the samples are on the queue; workers: latebench worker ${folder} --redis …`);
  try {
    await coordinate({
      redis,
      run,
      globalConcurrency,
      signal: build.stopping,
      say: (line) => say(`pool build: ${line}`),
      groups: () => missingSamples(build, build.endpoint),
      // Raw bodies are kept by whoever writes the part: this process.
      puttingTogether: !build.keepRaw,
      async finish(groups) {
        const left: PartJob[] = [];
        for (const job of groups.flatMap((group) => byNumber.get(group) ?? [])) {
          const adopted = await adoptPart(build, job);
          if (adopted === null) {
            left.push(job);
            continue;
          }
          await build.replies.discard(job.journal);
          const samples = job.end - job.have;
          for (let n = 0; n < samples; n += 1) build.onSample(job, 'ok', adopted.tokens / samples);
        }
        if (left.length > 0) {
          const outcome = await buildPool({ ...build, jobs: left });
          failed += outcome.failed;
          if (outcome.reason !== undefined) throw outcome.reason;
        } else if (performance.now() - saved > saveMs) {
          await build.manifest.save(problems);
          saved = performance.now();
        }
      },
    });
    await build.manifest.save(problems);
  } catch (error) {
    await build.manifest.save(problems);
    if (!isLateBenchError(error)) throw error;
    return { failed, reason: error };
  }
  return { failed, reason: undefined };
}
