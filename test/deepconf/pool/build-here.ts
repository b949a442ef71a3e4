// Builds pools from the simulated endpoint in this process, as `latebench pool build` does.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOutcome, buildPool } from '../../../src/deepconf/pool/build.ts';
import { planBuild } from '../../../src/deepconf/pool/build-plan.ts';
import { openPartReplies } from '../../../src/deepconf/pool/part-replies.ts';
import { type PoolSpecification, preparePool, type ReadyPool } from '../../../src/deepconf/pool/prepare.ts';
import { probe } from '../../../src/deepconf/pool/probe.ts';
import { countProblems } from '../../../src/deepconf/pool/problem-counts.ts';
import { promptHash, promptTemplate } from '../../../src/deepconf/pool/prompt.ts';
import type { PoolProblem } from '../../../src/deepconf/pool/read.ts';
import type { Sampling } from '../../../src/deepconf/pool/sampling.ts';
import { WrittenCounts } from '../../../src/deepconf/pool/written-counts.ts';
import { createChatEndpoint } from '../../../src/endpoints/client.ts';
import { createUsageCounters } from '../../../src/endpoints/usage-counters.ts';

export const model = 'latebench-sim/sampler';

export const twoProblems: readonly PoolProblem[] = [
  { problem_id: 'aime/7.b', problem: 'How many lattice paths are there?', truth: '42' },
  { problem_id: 'b', problem: 'How many primes are there?', truth: null },
];

export const sampling: Sampling = {
  temperature: 0.6,
  top_p: null,
  max_tokens: 400,
  top_logprobs: 5,
  seed: 3,
  thinking: null,
};

export interface ManualRequests {
  readonly folder: string;
  readonly url: string;
  readonly n: number;
  readonly problems?: readonly PoolProblem[];
  readonly change?: Partial<PoolSpecification>;
  readonly rebuild?: boolean;
  readonly allowDegenerate?: boolean;
  readonly concurrency?: number;
  readonly keepRaw?: boolean;
  readonly maxRetries?: number;
  /** Ends the build after so many samples, as Ctrl-C does. */
  readonly stopAfter?: number;
  /** Everything is written, and counted as far as it was while it was written. */
  readonly beforeCounting?: (pool: ReadyPool) => Promise<void>;
}

export function poolSpecification(n: number, change: Partial<PoolSpecification> = {}): PoolSpecification {
  return {
    source: 'endpoint',
    endpoint: 'simulation',
    model,
    simulated: true,
    prompt: { template: promptTemplate, sha256: promptHash },
    sampling,
    k: sampling.top_logprobs,
    answers: { mode: 'aime', fallback: true },
    scores: { window: 16, tail: 16, edge: 'full', bottom_count: 'floor', missing: 'skip', sentinel: 'skip' },
    keep_top: true,
    n,
    ...change,
  };
}

export interface Built extends BuildOutcome {
  readonly pool: ReadyPool;
  readonly reported: readonly string[];
}

export async function build(options: ManualRequests): Promise<Built> {
  const { folder, url, n, problems = twoProblems, concurrency = 4, allowDegenerate = false } = options;
  const { keepRaw = false } = options;
  const reported: string[] = [];
  const say = (line: string): void => void reported.push(line);
  const expected = poolSpecification(n, options.change);
  const pool = await preparePool(folder, expected, problems, { rebuild: options.rebuild ?? false, say });
  const replies = openPartReplies(folder, { say, keepRaw });
  const endpoint = createChatEndpoint({
    baseUrl: url,
    name: 'simulation',
    model,
    concurrency,
    counters: createUsageCounters(),
    replyStore: replies,
    allowDegenerate,
    maxRetries: options.maxRetries,
    backoff: { firstMs: 1, maxMs: 5 },
  });
  const { signal } = new AbortController();
  const stopping = new AbortController();
  let samples = 0;
  try {
    const asked = expected.sampling ?? sampling;
    await probe(endpoint, replies, asked, { allowDegenerate, signal });
    const jobs = planBuild(pool.manifest, problems, n);
    const outcome = await buildPool({
      ...pool,
      sampling: asked,
      jobs,
      counts: new WrittenCounts(pool.manifest, jobs),
      endpoint,
      replies,
      concurrency,
      allowDegenerate,
      keepRaw,
      stopping: stopping.signal,
      signal,
      onSample: () => {
        samples += 1;
        if (samples === options.stopAfter) stopping.abort();
      },
      say,
    });
    if (!stopping.signal.aborted) {
      await options.beforeCounting?.(pool);
      await countProblems(pool);
    }
    return { ...outcome, pool, reported };
  } finally {
    await pool.manifest.save(problems);
    await endpoint.close();
    await replies.close();
  }
}

/** Path and hash of everything that belongs to a pool; journals are not part of it. */
export async function fingerprint(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !/^(journal|raw|events|budget)|\.lock$/.test(path))
    .sort();
  const hashes = names.map(async (path) => {
    const hash = createHash('sha256').update(await readFile(join(folder, path)));
    return [path, hash.digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}
