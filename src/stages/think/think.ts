// Think: online DeepConf. Traces are stopped while they are written, when they lose confidence, and each problem gets the
// answer that the confident ones agree on.
import { join } from 'node:path';
import { defineJob } from '../define-job.ts';
import { traceCalls } from '../pool/options.ts';
import { thinkOptions } from './options.ts';

/** Traces are long, and most are stopped early. */
const concurrency = 16;

export const recordsFile = 'records.jsonl';

export const think = defineJob({
  name: 'think',
  summary: 'answer problems by online DeepConf, stopping traces that lose confidence',
  usage: 'PROBLEMS --pool DIR [OPTIONS]',
  examples: [
    'latebench think aime_2025.jsonl --pool data/pools/aime25-low > answered.jsonl',
    'latebench think problems.jsonl --pool /tmp/think --mode high --traces 512 --tokens 2000000 --dry-run',
    'latebench think problems.jsonl --pool /tmp/think --endpoint sim --window 16 --traces 64',
  ],
  about:
    'Online DeepConf over any OpenAI-compatible endpoint that streams logprobs (vLLM, SGLang, llama-server, ' +
    'several providers). Warm-up traces of each problem run to their end and give a threshold. Further ' +
    'traces, in parallel, are stopped when the mean confidence of their last --window tokens falls below it. ' +
    'Sampling ends when one answer has the weight (--consensus) or the budget is exhausted. Each problem is ' +
    'printed as a record with one new key, `deepconf`; every trace is in the pool, which `vote` and the ' +
    'dashboard read. A killed run resumes.',
  docs: 'docs/deepconf.md',
  options: thinkOptions,
  role: 'logprob',
  reads: 'problems',
  ports: { in: 'records', main: 'pool' },
  takes: 'pool',
  leaves: 'pool',
  units: 'problems',
  refuses: {
    batch: '--batch: a trace can only be stopped while it is written; batches are written out of sight',
    offline:
      '--offline: sampling traces needs calls; `latebench vote --online` replays them from a pool, without any',
  },
  concurrency,
  keepsReplies: true,
  records: async ({ pool }) => [join(pool, recordsFile)],
  needs: ({ traces, topP }) => [traceCalls(traces, concurrency, topP)],
  estimate: async (asked, context) => (await import('./estimate.ts')).estimateThink(asked, context),
  run: async (asked, context) => (await import('./run.ts')).runThinkJob(asked, context),
});
