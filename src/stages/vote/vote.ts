// Vote: the answers of confidence-weighted votes over an existing pool. Makes no call.
import { z } from 'zod';
import { scoreName } from '../../deepconf/pool/other-scores.ts';
import {
  defaultWarmup,
  type OnlineSettings,
  paperConsensus,
  paperKeeps,
} from '../../deepconf/stopping-rule.ts';
import { defineJob } from '../define-job.ts';
import { formatOption } from '../score/options.ts';
import { confidenceFields, givenScores } from './confidence-options.ts';
import { poolVoting } from './pool-voting.ts';
import { poolField, requirePool, shares, votingFields, votingSettings } from './voting-options.ts';

const options = z.strictObject({
  pool: poolField,
  ...votingFields,
  ...confidenceFields,
  scores: z
    .array(z.string().regex(scoreName, 'a name is of lower-case letters, digits, - and _'))
    .optional()
    .describe('scores of the pool that weigh, filter and choose the best of N too (latebench pool score)')
    .meta({ value: 'NAME,…', spelling: 'list', multiple: true }),
  online: z
    .boolean()
    .default(false)
    .describe('also replay online DeepConf: early stopping of the same traces, and the tokens it would save'),
  warmup: z
    .int()
    .min(1)
    .default(defaultWarmup)
    .describe('with --online: traces run to their end to find the threshold')
    .meta({ value: 'N' }),
  onlineKeep: shares
    .default([paperKeeps.low, paperKeeps.high])
    .describe('with --online: shares of warm-up traces above the threshold (0.1 is DeepConf-low, 0.9 -high)')
    .meta({ value: 'X,…' }),
  consensus: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe(
      `with --online: end sampling when the leading answer has this share of the weight (paper: ${paperConsensus})`,
    )
    .meta({ value: 'X' }),
  format: formatOption,
});

function onlineOf(asked: z.output<typeof options>): OnlineSettings | null {
  const { online, warmup, onlineKeep, consensus = null } = asked;
  return online ? { warmup, keeps: [...new Set(onlineKeep)], consensus } : null;
}

export const vote = defineJob({
  name: 'vote',
  summary: 'vote over a pool of traces, by majority and by confidence, without a call',
  usage: '[OPTIONS] --pool DIR',
  examples: [
    'latebench vote --pool data/pools/aime25 --k 512 --repeat 64',
    'latebench vote --pool data/pools/aime25 --k 16,64,256 --metrics lowest,tail --etas 0.1,0.9',
    'latebench vote --pool data/pools/aime25 --window 512 --convention document --format json | jq .accuracy',
    'latebench vote --pool data/pools/aime25 --k 256 --online --consensus 0.95',
  ],
  about:
    'Draws working sets from the pool (seeded) and compares Pass@1, Cons@K, Measure@K and Measure+top-eta%@K. Scores ' +
    'stored in the pool are used where the settings are those it was built with (the default), else they are ' +
    'computed again from its token confidences. Writes summary.json, results.json, votes.parquet and report.html.',
  options,
  ...poolVoting('vote'),
  async run(asked, { seed, folder, done, say }) {
    const [{ runVote }, { voteText }] = await Promise.all([
      import('../../deepconf/vote-run.ts'),
      import('../../deepconf/vote-text.ts'),
    ]);
    const settings = {
      ...votingSettings(asked, seed),
      scores: givenScores(asked),
      others: asked.scores,
      online: onlineOf(asked),
    };
    const pool = requirePool('vote', asked.pool);
    const summary = await runVote({
      pool,
      folder,
      options: settings,
      onProblem: done,
      say: (line) => say(`vote: ${line}`),
    });
    return {
      value: summary,
      text: (style) => voteText(summary, asked.format, style),
      files: { folder, shown: ['report.html', 'summary.json', 'results.json', 'votes.parquet'] },
    };
  },
});
