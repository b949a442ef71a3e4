// `latebench sweep`: windows x etas x sizes over a pool, in one pass. Never calls a model and opens no socket.
import { exitCodes } from '../../errors.ts';
import type { Command } from '../command.ts';
import { confidenceOptions, poolOption } from '../confidence-options.ts';
import { generalOptions, runOption, seedOption } from '../options.ts';
import { votingOptions } from '../vote-option-table.ts';

export const sweepCommand: Command = {
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
  options: [
    poolOption,
    {
      name: 'windows',
      value: 'N,…',
      default: '256,512,1024,2048',
      about: 'tokens of a group and of the tail, or shares of the trace',
      numbers: true,
      group: 'Work',
    },
    ...votingOptions,
    ...confidenceOptions.filter(({ name }) => name !== 'window' && name !== 'tail'),
    seedOption,
    {
      name: 'format',
      value: 'HOW',
      choices: ['table', 'json', 'csv', 'md'],
      default: 'table',
      about: 'how to print',
      group: 'Output',
    },
    { ...runOption, about: 'run folder (runs/<time>)' },
    ...generalOptions,
  ],
  docs: 'docs/deepconf.md',
  async run(call) {
    const [
      { runSweepInto },
      { sweepTable },
      { givenScores, sizesOf },
      { formatTable },
      { problemProgress },
      { runFolder },
      { poolOf, votingSettings },
    ] = await Promise.all([
      import('../../deepconf/sweep-run.ts'),
      import('../../deepconf/sweep-table.ts'),
      import('../confidence-options.ts'),
      import('../format-table.ts'),
      import('../problem-progress.ts'),
      import('../run-folder.ts'),
      import('../vote-option-table.ts'),
    ]);
    const { options, stdout, say } = call;
    const pool = poolOf(options, 'sweep');
    const windows = sizesOf(options, 'windows');
    const settings = { ...votingSettings(options), scores: givenScores(options), windows };
    const folder = runFolder(options);
    const progress = problemProgress(call, 'sweep');
    let sweep: Awaited<ReturnType<typeof runSweepInto>>;
    try {
      sweep = await runSweepInto({ pool, folder, options: settings, onProblem: progress.tell });
    } finally {
      progress.end();
    }
    const isJson = options.text('format') === 'json';
    stdout.write(isJson ? `${JSON.stringify(sweep, null, 2)}\n` : formatTable(call, sweepTable(sweep)));
    say(`run folder: ${folder} (report.html, summary.json, sweep.csv)`);
    return exitCodes.ok;
  },
};
