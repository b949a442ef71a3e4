// Pool: complete traces of each problem with the log-probability of every token, bought once and voted over as often as
// one likes.
import { defineJob } from '../define-job.ts';
import { poolOptions, traceCalls } from './options.ts';

/** Replies are large: fewer at once than elsewhere. */
const concurrency = 8;

export const pool = defineJob({
  name: 'pool',
  command: 'pool build',
  summary: 'sample N solutions of each problem with their logprobs',
  usage: 'PROBLEMS --pool DIR [OPTIONS]',
  examples: [
    'latebench pool build aime_2025.jsonl --pool data/pools/aime25 --samples 4096',
    'latebench pool build hf:MathArena/aime_2025 --pool data/pools/aime25 --samples 64 --dry-run',
    'latebench pool build problems.jsonl --pool /tmp/pool --samples 64 --endpoint sim',
  ],
  about:
    "Problems are rows with `problem` (or `question`) and, for votes, `answer`; the id is the row's, or " +
    'derived from the text. The prompt is the problem and the instruction of the DeepConf paper, without a ' +
    'system prompt. Sample i is requested with the seed --seed + i, if the server accepts one. A killed ' +
    'build resumes, gives the same pool and pays for nothing twice; a larger --samples later pays only for ' +
    'the missing samples. A short probe rejects endpoints with unusable logprobs.',
  docs: 'docs/deepconf.md',
  options: poolOptions,
  role: 'logprob',
  reads: 'problems',
  ports: { in: 'records', main: 'pool' },
  takes: 'pool',
  leaves: 'pool',
  units: 'samples',
  refuses: {
    batch:
      '--batch: the samples of a pool are not sent as batches, because their replies, with the alternatives of each ' +
      'token, are larger than what providers give as one file; leave it out, or spread the calls with --engine bullmq',
    offline: '--offline: building a pool needs calls; --from vote votes over an existing pool without any',
  },
  concurrency,
  keepsReplies: true,
  spreads: true,
  needs: ({ n, topP }) => [traceCalls(n, concurrency, topP)],
  estimate: async (asked, context) => (await import('./estimate.ts')).estimatePool(asked, context),
  run: async (asked, context) => (await import('./build.ts')).runPoolBuild(asked, context),
});
