// Sweep: windows, shares and sizes of working sets over a pool, in one pass. Makes no call.
import { z } from 'zod';
import { defineJob } from '../define-job.ts';
import { option } from '../described-option.ts';
import { formatOption } from '../score/options.ts';
import { confidenceFields, givenScores, idleConfidences, size } from '../vote/confidence-options.ts';
import { poolVoting, votingRun } from '../vote/pool-voting.ts';
import { poolField, votingFields, votingSettings } from '../vote/voting-options.ts';

/** Each window of the sweep is the length of the tail too. */
const { window: _window, tail: _tail, ...others } = confidenceFields;

const options = z.strictObject({
  pool: poolField,
  windows: option(
    z.array(size).min(1).default([256, 512, 1024, 2048]),
    'tokens of a group and of the tail, or shares of the trace',
    { value: 'N,…' },
  ),
  ...votingFields,
  ...others,
  format: formatOption,
});

export const sweep = defineJob({
  name: 'sweep',
  summary: 'try windows, etas and sizes of working sets on a pool, in one pass',
  usage: '[OPTIONS] --pool DIR',
  examples: [
    'latebench sweep --pool data/pools/aime25 --windows 256,512,1024,2048 --k 64,256',
    'latebench sweep --pool data/pools/aime25 --metrics lowest --etas 0.05,0.1,0.25,0.5 --format csv > sweep.csv',
  ],
  about:
    'Scores every trace once for each window (which is also the length of the tail) and votes with every eta and K. ' +
    'Writes summary.json, sweep.csv and report.html. The best of many settings looks better than it is.',
  options,
  ...poolVoting('sweep'),
  async run(asked, context) {
    const [{ runSweepInto }, { sweepTable }, { formatTable }] = await Promise.all([
      import('../../deepconf/sweep-run.ts'),
      import('../../deepconf/sweep-table.ts'),
      import('../../report/format-table.ts'),
    ]);
    const { windows, format } = asked;
    const settings = { ...votingSettings(asked, context.seed), scores: givenScores(asked), windows };
    const run = votingRun('sweep', asked.pool, context);
    for (const line of idleConfidences(asked, settings.metrics)) run.say(line);
    const found = await runSweepInto({ ...run, options: settings });
    return {
      value: found,
      text: (style) =>
        format === 'json'
          ? `${JSON.stringify(found, null, 2)}\n`
          : formatTable(sweepTable(found), format, style),
      files: { folder: context.folder, shown: ['report.html', 'summary.json', 'sweep.csv'] },
    };
  },
});
