// Runs every test/**/*.test.ts through node:test; Node 20's runner has no globs.
// `npm test -- name` runs only the files whose path contains `name`; `--quick` only those that start no process; `--changed`
// the nearest to what differs from the last commit, or to the source files that are named. At the end it says how long it
// took, which files took longest, and what failed.
import { execFileSync, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec, tap } from 'node:test/reporters';
import { inspect } from 'node:util';
import { createFileTimes } from './support/file-times.ts';
import { plainShares } from './support/plain-shares.ts';
import { takeScratch } from './support/scratch.ts';
import { isQuick, shareProcesses } from './support/share-processes.ts';
import { sourceOf } from './support/source-of.ts';
import { changedFiles, testFiles, testsReaching } from './support/tests-of-change.ts';

// Commands are tested as built: dist/ is brought up to date first (nothing to do after `npm ci`).
const built = spawnSync(process.execPath, ['scripts/prepare.js'], { stdio: 'inherit' });
if (built.status !== 0) process.exit(1);

// Every process would read hundreds of authorities as it starts, for servers of this machine.
delete process.env.NODE_EXTRA_CA_CERTS;

const started = performance.now();
const words = process.argv.slice(2);
const names = words.filter((word) => !word.startsWith('--'));
const all = testFiles();

/** So many show their results in seconds. */
const maxNearest = 6;

/** Quick tests where any reach the change, else those that there are. */
function nearestToChange(): string[] {
  const changed = names.length > 0 ? names : changedFiles();
  const quick = testsReaching(changed, all.filter(isQuick));
  const reaching = quick.length > 0 ? quick : testsReaching(changed, all);
  const chosen = reaching.slice(0, maxNearest);
  console.log(
    `# the nearest ${chosen.length} of ${reaching.length} files of tests to ${changed.join(', ') || 'no change'}`,
  );
  return chosen;
}

function named(): string[] {
  const files = all.filter(
    (file) => names.length === 0 || names.some((name) => relative('test', file).includes(name)),
  );
  return words.includes('--quick') ? files.filter(isQuick) : files;
}

const files = words.includes('--changed') ? nearestToChange() : named();
const scratch = takeScratch();

/** A share that hangs ends the run; one that is slow on a loaded machine does not: the longest takes two minutes on a quiet one. */
const maxFileMs = 1_800_000;

/** Three more than there are processors: many tests wait for a clock, a limit or a process. */
const concurrency = Math.min(4, availableParallelism()) + 3;

/** c8 counts lines in files as tsx loads them: coverage runs without bundles. */
const loaded = process.env.NODE_V8_COVERAGE !== undefined;
const shares = shareProcesses(files, scratch);
const scripts = loaded ? shares : await plainShares(shares, scratch);
/**
 * Most code runs a few times here: V8 optimises it later, or never, and what is made while modules are loaded needs no
 * collection. Other threads that collect would only take the processors from the other processes. Another version of Node
 * may not know a flag, and does not start with it.
 */
function patience(): string[] {
  const flags = [
    '--min-semi-space-size=16',
    '--max-semi-space-size=32',
    '--initial-heap-size=256',
    '--single-threaded-gc',
    '--interrupt-budget=300000',
    '--liftoff-only',
  ];
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  return flags.filter((flag) => known.includes(`  ${flag.split('=')[0]} (`));
}

/** The processes of the tests need maps in place of the loader. */
const hooks = resolve('test/support/no-promise-hooks.cjs');
const flags = loaded ? ['--import', 'tsx'] : [...patience(), '--enable-source-maps', '--require', hooks];
// Node 20 starts them with the flags of this process, later versions with those that they are given.
process.execArgv.push(...flags);

const times = createFileTimes();
/** Named once more at the end: the log before it is long. */
const failed: string[] = [];
let ran = 0;
const options = { files: scripts, concurrency, timeout: maxFileMs, execArgv: flags };
const stream = run(options)
  .on('test:fail', (event) => {
    const file = sourceOf(event);
    times.add({ ...event, file });
    if (event.todo !== undefined) return;
    process.exitCode = 1;
    const { name, details } = event;
    failed.push(
      `${relative('.', file ?? '')}: ${name}`,
      // An error of another process may have lost its prototype on the way.
      `  ${inspect(details.error.cause ?? details.error).split('\n')[0]}`,
    );
  })
  .on('test:pass', (event) => {
    times.add({ ...event, file: sourceOf(event) });
    if (event.skip === undefined) ran += 1;
  })
  .on('end', () => {
    if (ran === 0) process.exitCode = 1;
  });
const report = stream.compose(process.stdout.isTTY ? new spec() : tap);
report.pipe(process.stdout);
report.on('end', () => {
  const seconds = (performance.now() - started) / 1000;
  const lines = [
    ...times.summary(files.length, seconds),
    ...(failed.length > 0 ? ['failed:', ...failed.map((line) => `  ${line}`)] : []),
  ];
  process.stdout.write(`${lines.map((line) => `# ${line}`).join('\n')}\n`);
});
