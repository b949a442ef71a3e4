// `latebench pool build --engine bullmq`: workers buy the samples, and this process writes the parts as they come in.
import { type BuildOptions, type BuildOutcome, buildPool } from '../deepconf/pool/build.ts';
import { isLateBenchError } from '../errors.ts';
import { coordinate } from '../pipeline/queued/coordinate.ts';
import { groupNumbers, missingSamples } from '../pipeline/queued/pool.ts';
import { writeQueueFile } from '../pipeline/queued/queue-file.ts';
import type { Call } from './command.ts';
import type { QueueEngine } from './engine.ts';
import { budgetNote, queueLimits } from './queue-limits.ts';

export async function buildPoolByQueue(
  call: Call,
  { redis, globalConcurrency }: QueueEngine,
  { build, rpm }: { readonly build: BuildOptions; readonly rpm: number | undefined },
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
      async finish(groups) {
        const together = groups.flatMap((group) => byNumber.get(group) ?? []);
        const outcome = await buildPool({ ...build, jobs: together });
        failed += outcome.failed;
        if (outcome.reason !== undefined) throw outcome.reason;
      },
    });
  } catch (error) {
    if (!isLateBenchError(error)) throw error;
    return { failed, reason: error };
  }
  return { failed, reason: undefined };
}
