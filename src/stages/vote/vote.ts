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
import { option, switchOption } from '../described-option.ts';
import { formatOption } from '../score/options.ts';
import { confidenceFields, givenScores, idleConfidences } from './confidence-options.ts';
import { poolVoting, votingRun } from './pool-voting.ts';
import { poolField, shares, votingFields, votingSettings } from './voting-options.ts';

const options = z.strictObject({
  pool: poolField,
  ...votingFields,
  ...confidenceFields,
  scores: option(
    z.array(z.string().regex(scoreName, 'use lower-case letters, digits, - and _')).optional(),
    'also weight, filter and choose the best of N by these scores of the pool (latebench pool score)',
    { value: 'NAME,…', spelling: 'list', multiple: true },
  ),
  online: switchOption(
    'also replay online DeepConf: early stopping of the same traces, and the tokens it would save',
  ),
  warmup: option(
    z.int().min(1).default(defaultWarmup),
    'with --online: warm-up traces that run to their end and give the threshold',
    { value: 'N', needs: ['online'] },
  ),
  onlineKeep: option(
    shares.default([paperKeeps.low, paperKeeps.high]),
    'with --online: shares of warm-up traces above the threshold (0.1 is DeepConf-low, 0.9 -high)',
    { value: 'X,…', needs: ['online'] },
  ),
  consensus: option(
    z.number().min(0).max(1).optional(),
    `with --online: end sampling when the leading answer has this share of the weight (paper: ${paperConsensus})`,
    { value: 'X', needs: ['online'] },
  ),
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
    'Draws seeded working sets from the pool and compares Pass@1, Cons@K, Measure@K and Measure+top-eta%@K. ' +
    'Stored scores are used if the settings are those of the pool (the default); otherwise scores are ' +
    'recomputed from its token confidences. Writes summary.json, results.json, votes.parquet and report.html.',
  options,
  ...poolVoting('vote'),
  async run(asked, context) {
    const [{ runVote }, { voteText }] = await Promise.all([
      import('../../deepconf/vote-run.ts'),
      import('../../deepconf/vote-text.ts'),
    ]);
    const settings = {
      ...votingSettings(asked, context.seed),
      scores: givenScores(asked),
      others: asked.scores,
      online: onlineOf(asked),
    };
    const run = votingRun('vote', asked.pool, context);
    for (const line of idleConfidences(asked, settings.metrics)) run.say(line);
    const summary = await runVote({ ...run, options: settings });
    return {
      value: summary,
      text: (style) => voteText(summary, asked.format, style),
      files: {
        folder: context.folder,
        shown: ['report.html', 'summary.json', 'results.json', 'votes.parquet'],
      },
    };
  },
});
