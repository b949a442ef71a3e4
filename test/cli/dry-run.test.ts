// Commands that are no stage and change something have `--dry-run` too: it says what would be done and changes no byte.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadAllCommands } from '../../src/cli/catalogue.ts';
import { startSimulator } from '../../src/simulator/server.ts';
import { stageNames } from '../../src/stages/catalogue.ts';
import { runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** What is tried of each, and what it says. */
const tries: Readonly<Record<string, readonly (readonly [argv: string, says: RegExp])[]>> = {
  run: [['run quickstart', /calls at most/]],
  schedule: [['schedule quickstart --cron 0,2,*,*,*', /would run at \d{4}-.*T02:00/]],
  annotations: [
    ['annotations export notes.jsonl -o all.jsonl', /dry run: 0 calls; 1 row would be written/],
    ['annotations merge notes.jsonl', /dry run: 0 calls; 1 row would be written/],
    [
      'annotations forget anna notes.jsonl --as somebody',
      /dry run: 0 calls; somebody would replace anna in 1 line of 1 file\n {2}notes\.jsonl/,
    ],
  ],
  cache: [
    ['cache prune --max-bytes 0', /dry run: 0 calls; [1-9]\d* replies, .* would be removed/],
    ['cache clear', /dry run: 0 calls; [1-9]\d* replies, .* would be removed/],
  ],
  // Two stages in one command.
  deepconf: [
    [
      'deepconf evaluate --dataset pool-problems.jsonl --endpoint sim --pool new --n 4 --k 2',
      /dry run: \d+ calls/,
    ],
  ],
  'deepconf evaluate': [],
  'pool import': [
    [
      'pool import traces.jsonl --problems pool-problems.jsonl --pool new',
      /dry run: 0 calls; \d+ traces of \d+ problems would be imported/,
    ],
  ],
  'pool export': [
    ['pool export pools/built -o out.jsonl', /dry run: 0 calls; [1-9]\d* traces would be exported/],
  ],
  'pool score': [
    [
      'pool score scores.jsonl --pool pools/built --column reward',
      /dry run: 0 calls; [1-9]\d* of \d+ traces would have the score reward/,
    ],
  ],
  'pool compact': [['pool compact pools/built', /dry run: 0 calls; \d+ files would be joined into \d+/]],
  runs: [],
  'runs prune': [
    ['runs prune runs/critic', /dry run: 0 calls; runs\/critic, \d+ repl.* would be removed; \d+ kept/],
  ],
  'runs rm': [['runs rm runs/budget', /dry run: 0 calls; runs\/budget, .* would be removed/]],
  'dataset export': [
    [
      'dataset export datasets/late-errors --format prm800k -o out.jsonl',
      /dry run: 0 calls; [1-9]\d* rows would be written/,
    ],
  ],
};

const files = 'test/fixtures/v0.1/files';

async function contents(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    // Opening a store of lmdb marks its readers in a lock file.
    if (!entry.isFile() || entry.name.endsWith('-lock') || entry.name === 'lock.mdb') continue;
    const path = join(entry.parentPath, entry.name);
    found[path] = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  }
  return found;
}

test('every other command with --dry-run says what it would do, and changes nothing', async (t) => {
  const all = (await loadAllCommands()).flatMap((command) => [command, ...(command.actions ?? [])]);
  const ofStages = new Set<string>([...stageNames, 'pool build', 'dataset build']);
  const others = all.filter(
    ({ name, options }) =>
      !ofStages.has(name) &&
      options.some((option) => [option.name, ...(option.aliases ?? [])].includes('dry-run')),
  );
  assert.deepEqual(others.map(({ name }) => name).toSorted(), Object.keys(tries).toSorted());

  const cwd = await temporaryFolder(t);
  for (const name of ['pools/built', 'datasets/late-errors', 'runs/budget', 'runs/critic', 'home'])
    await cp(join(files, name), join(cwd, name), { recursive: true });
  for (const name of ['traces.jsonl', 'pool-problems.jsonl'])
    await cp(join(files, 'inputs', name), join(cwd, name));
  const note = {
    record_id: 'a',
    record_hash: 'h',
    annotator: 'anna',
    kind: 'decision',
    decision: 'yes',
    at: '2026-01-01T00:00:00.000Z',
  };
  await writeFile(join(cwd, 'notes.jsonl'), `${JSON.stringify(note)}\n`);
  await writeFile(join(cwd, 'scores.jsonl'), '{"problem_id":"p0","sample_id":0,"reward":0.5}\n');
  const before = await contents(cwd);
  for (const [argv, says] of Object.values(tries).flat()) {
    const words = argv.split(' ').map((word) => (word.includes('*') ? word.replaceAll(',', ' ') : word));
    const { code, stdout, stderr } = await runHere([...words, '--dry-run'], {
      cwd,
      env: { LATEBENCH_HOME: 'home' },
    });
    assert.equal(code, 0, `${argv}: ${stderr}`);
    assert.match(`${stdout}${stderr}`, says, argv);
    assert.deepEqual(await contents(cwd), before, argv);
  }
});

test('a dry run leaves out the calls whose replies are stored', async (t) => {
  const cwd = await temporaryFolder(t);
  const server = await startSimulator();
  t.after(() => server.close());
  const made = await runHere(['ingest', '--adapter', 'synthetic', '--n', '5', '-o', 'in.jsonl'], { cwd });
  assert.equal(made.code, 0, made.stderr);
  const place = ['--base-url', server.url, '--model', 'latebench-sim/critic', 'in.jsonl'];
  assert.equal((await runHere(['critic', ...place, '--run', 'r', '--limit', '3'], { cwd })).code, 0);
  const sent = server.counts.completed;
  for (const [words, says] of [
    [['--run', 'r'], /dry run: 2 calls \(3 replies are stored\), /],
    [['--run', 'r', '--limit', '3'], /dry run: 0 calls, 3 replies are stored; nothing would be spent/],
    [['--run', 'other'], /dry run: 2 calls \(3 replies are stored\), /],
    [['--run', 'other', '--cache', 'off'], /dry run: 5 calls, /],
    [['--run', 'r', '--fresh'], /dry run: 5 calls, /],
  ] as const) {
    const { code, stderr } = await runHere(['critic', ...place, ...words, '--dry-run'], { cwd });
    assert.equal(code, 0, stderr);
    assert.match(stderr, says);
  }
  assert.equal(server.counts.completed, sent);
});
