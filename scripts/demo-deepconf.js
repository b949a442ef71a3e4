// Shows DeepConf from end to end on the simulated endpoint: writes 30 problems whose answers are what the simulation
// holds to be right, samples 64 traces of each, and votes. `npm run demo:deepconf`; nothing is paid for.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promptMessages } from '../dist/src/deepconf/pool/prompt.js';
import { rightAnswer } from '../dist/src/simulator/sampler/right-answer.js';

const folder = join('runs', 'demo-deepconf');
const problems = join(folder, 'problems.jsonl');
const pool = join(folder, 'pool');

function step(what, ...args) {
  process.stdout.write(`\n${what}\n$ latebench ${args.join(' ')}\n\n`);
  const { status } = spawnSync(process.execPath, [join('bin', 'latebench.js'), ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
}

mkdirSync(folder, { recursive: true });
const rows = Array.from({ length: 30 }, (_, at) => {
  const problem = `Demonstration problem ${at + 1}: it stands for a problem; the simulation reads no mathematics.`;
  return { id: `demo-${at + 1}`, problem, answer: rightAnswer(0, promptMessages(problem)[0].content) };
});
writeFileSync(problems, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

process.stdout.write(
  'A simulation, not a language model: right traces are drawn more confident than wrong ones by one standard ' +
    'deviation, so that filtering has something to find.\n',
);
step(
  'Sample 64 traces of each problem, with the 20 likeliest tokens at each place.',
  ...[
    'pool',
    'build',
    problems,
    '--pool',
    pool,
    '--n',
    '64',
    '--endpoint',
    'sim',
    '--window',
    '64',
    '--tail',
    '64',
  ],
);
step(
  'Vote: the majority beside confidence, in 64 sets of 32 traces. No call is made.',
  ...['vote', '--pool', pool, '--k', '32', '--seed', '0', '--run', join(folder, 'vote')],
);
process.stdout.write(`\nPool: ${pool}. Report: ${join(folder, 'vote', 'report.html')}\n`);
