// Times two built versions of the package on the same work, in turns, and prints new over old:
// `npm run bench:versions -- OLD [--turns N] [NAME...]`, OLD a folder with a built package. Processor time is what the
// process and its threads used, so that other work on the machine weighs less than on the clock.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { syntheticRecords } from '../src/datasets/synthetic.ts';
import { textTable } from '../src/report/text-table.ts';
import { type Simulator, startSimulator } from '../src/simulator/server.ts';
import { testData } from '../test/support/test-data.ts';

interface Work {
  readonly name: string;
  readonly words: readonly string[];
  /** A program that imports the version's module by the path given to it, in place of its command. */
  readonly module?: string;
  /** It takes the replies of its first turn, which is not counted, from the journal. */
  readonly stored?: boolean;
}

interface Turn {
  readonly wall: number;
  readonly cpu: number;
}

const launcher = join('bin', 'latebench.js');

/** The server that some of the work calls is in this process, so nothing here may block. */
async function time(version: string, work: Work, cwd: string): Promise<Turn> {
  const { words, stored = false, module } = work;
  // Else every turn but the first finds the replies in the journal, and makes no call.
  if (!stored) await rm(join(cwd, '.latebench'), { recursive: true, force: true });
  const command =
    module === undefined
      ? [process.execPath, join(version, launcher), ...words]
      : [process.execPath, '--input-type=module', '-e', ...words, join(version, module)];
  const line = 'TIMEFORMAT="%R %U %S"; time "$@" >/dev/null 2>/dev/null';
  const child = spawn('bash', ['-c', line, 'bash', ...command], { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  const [printed, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new Error(`${words.join(' ')} of ${version} ended with ${String(code)}`);
  const [wall = 0, user = 0, system = 0] = printed.trim().split(' ').map(Number);
  return { wall, cpu: user + system };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}

function records(count: number): string {
  return [...syntheticRecords({ count, seed: 1 })].map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** Pairs of answers without what only one version would read of them. */
function answerCases(): string {
  const shared = `${testData}/golden/mathverify/verify_cases.jsonl`;
  const path = existsSync(shared) ? shared : 'test/golden/mathverify/own_cases.jsonl';
  return readFileSync(path, 'utf8').trim();
}

/** Run in the folder of the files; its argument is the module. */
const gradeCases = `
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
const { verifyCase } = await import(pathToFileURL(process.argv[1]).href);
const rows = readFileSync('cases.jsonl', 'utf8').split('\\n').map((line) => JSON.parse(line));
for (let round = 0; round < 500; round += 1) for (const row of rows) verifyCase(row);
`;

/** Files for the work, and a pool made by this version. */
async function prepare(folder: string, { url }: Simulator): Promise<Work[]> {
  const some = records(2000);
  writeFileSync(join(folder, 'many.jsonl'), some.repeat(40));
  writeFileSync(join(folder, 'some.jsonl'), records(600));
  const problems = [1, 2, 3, 4].map((n) =>
    JSON.stringify({ id: `p${n}`, problem: `What is ${n} + 1?`, answer: n + 1 }),
  );
  writeFileSync(join(folder, 'problems.jsonl'), problems.join('\n'));
  const sampler = ['--endpoint', url, '--model', 'latebench-sim/sampler', '-q'];
  const build = (n: number, tokens: number): string[] => [
    ...[
      'pool',
      'build',
      'problems.jsonl',
      '--n',
      `${n}`,
      '--max-tokens',
      `${tokens}`,
      '--no-disk-check',
      ...sampler,
    ],
  ];
  await time(resolve('.'), { name: 'pool', words: [...build(256, 600), '--pool', 'votes'] }, folder);
  const judge = [
    ...['critic', 'some.jsonl', '--endpoint', url, '--model', 'latebench-sim/critic', '--cache', 'off'],
    ...['-q', '-c', '64', '-o', 'judged.jsonl'],
  ];
  const cases = answerCases();
  writeFileSync(join(folder, 'answers.jsonl'), `${cases}\n`.repeat(300));
  writeFileSync(join(folder, 'cases.jsonl'), cases);
  return [
    { name: 'mathverify: in process', words: [gradeCases], module: 'dist/src/mathverify/index.js' },
    { name: 'mathverify: command', words: ['verify', '-q', 'answers.jsonl'] },
    { name: 'start-up: help', words: ['critic', '--help'] },
    { name: 'start-up: settings', words: ['config'] },
    { name: 'filter-speed', words: ['filter', '-q', '--min-steps', '8', 'many.jsonl'] },
    { name: 'endpoint', words: judge },
    { name: 'endpoint: stored replies', words: judge, stored: true },
    { name: 'pool-bodies', words: [...build(24, 2500), '--pool', 'bodies', '--rebuild'] },
    {
      name: 'deepconf-vote',
      words: ['vote', 'votes', '--k', '64,128', '--repeat', '64', '--run', 'v', '-q'],
    },
  ];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { turns: { type: 'string', default: '5' } },
});
const [old, ...only] = positionals;
if (old === undefined) {
  process.stderr.write('usage: npm run bench:versions -- OLD [--turns N] [NAME...]\n');
  process.exit(2);
}
const versions = { old: resolve(old), new: resolve('.') } as const;
const folder = mkdtempSync(join(tmpdir(), 'latebench-versions-'));
const server = await startSimulator();
try {
  const works = (await prepare(folder, server)).filter(
    ({ name }) => only.length === 0 || only.some((part) => name.includes(part)),
  );
  const rows: Record<string, string | number>[] = [];
  for (const work of works) {
    const turns = { old: [] as Turn[], new: [] as Turn[] };
    for (const version of ['old', 'new'] as const) await time(versions[version], work, folder);
    for (let turn = 0; turn < Number(values.turns); turn += 1) {
      const order = turn % 2 === 0 ? (['old', 'new'] as const) : (['new', 'old'] as const);
      for (const version of order) turns[version].push(await time(versions[version], work, folder));
    }
    const of = (version: 'old' | 'new', what: keyof Turn): number =>
      median(turns[version].map((turn) => turn[what]));
    const ratio = (what: keyof Turn): number => Number((of('new', what) / of('old', what)).toFixed(3));
    rows.push({
      work: work.name,
      'old, s': Number(of('old', 'cpu').toFixed(2)),
      'new, s': Number(of('new', 'cpu').toFixed(2)),
      'processor time': ratio('cpu'),
      'wall time': ratio('wall'),
    });
  }
  const columns = Object.keys(rows[0] ?? {}).map((key) => ({
    ...{ key, title: key },
    align: key === 'work' ? ('left' as const) : ('right' as const),
  }));
  process.stdout.write(
    `Node ${process.version}, ${cpus().length} processors, medians of ${values.turns} turns\n`,
  );
  process.stdout.write(textTable({ columns, rows }));
} finally {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
