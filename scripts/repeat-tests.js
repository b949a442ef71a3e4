// Runs the whole suite N times: `npm run test:repeat -- N [--load] [--quick] [NAME...]`. One line for each run: whether it
// passed, its counts, its wall time and the names of what failed. `--load` keeps the processors and the disk busy meanwhile.
// The output of each run is kept in the folder that is named first. Exits with 1 when a run failed.
import { spawn } from 'node:child_process';
import { closeSync, fsyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(import.meta.url);
/** Load ends by itself, also when this process was killed. */
const longestLoadMs = 3_600_000;

/** Keeps one processor busy, or writes 16 MB to the disk again and again, until the process that started it ends. */
function load(kind, folder) {
  process.once('disconnect', () => process.exit());
  setTimeout(() => process.exit(), longestLoadMs);
  const block = Buffer.alloc(2 ** 24, 7);
  const turn = () => {
    const until = performance.now() + 50;
    if (kind === 'disk') {
      const file = openSync(join(folder, 'load'), 'w');
      writeSync(file, block);
      fsyncSync(file);
      closeSync(file);
    } else while (performance.now() < until) Math.sqrt(until);
    setImmediate(turn);
  };
  turn();
}

function startLoad(folder) {
  const kinds = [...Array.from({ length: availableParallelism() }, () => 'processor'), 'disk'];
  return kinds.map((kind) =>
    spawn(process.execPath, [here, '--as-load', kind, folder], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    }),
  );
}

/** What `npm test` runs. */
const [, ...suite] = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).scripts.test.split(' ');

/** One run of the suite, with its output in `path`; the exit code. */
function runSuite(path, words) {
  const output = openSync(path, 'w');
  const child = spawn(process.execPath, [...suite, ...words], {
    stdio: ['ignore', output, output],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      closeSync(output);
      resolve(code ?? signal);
    });
  });
}

/** What the TAP of a run says. */
function read(path) {
  const lines = readFileSync(path, 'utf8').split('\n');
  const count = (name) => Number(lines.findLast((line) => line.startsWith(`# ${name} `))?.split(' ')[2] ?? 0);
  const failed = lines
    .map((line) => /^\s*not ok \d+ - (.*)$/.exec(line)?.[1])
    .filter((name) => name !== undefined && !/ # TODO\b/.test(name));
  return { pass: count('pass'), fail: count('fail'), skipped: count('skipped'), failed };
}

async function main(words) {
  const [times] = words.filter((word) => /^\d+$/.test(word)).map(Number);
  if (times === undefined || times < 1) {
    console.error('usage: npm run test:repeat -- N [--load] [--quick] [NAME...]');
    process.exit(2);
  }
  const folder = mkdtempSync(join(tmpdir(), 'latebench-repeat-'));
  const loaded = words.includes('--load');
  const named = words.filter((word) => word !== '--load' && !/^\d+$/.test(word));
  console.log(`output of each run: ${folder}`);
  const children = loaded ? startLoad(folder) : [];
  try {
    for (let run = 1; run <= times; run += 1) {
      const path = join(folder, `run-${run}.tap`);
      const started = performance.now();
      const code = await runSuite(path, named);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const { pass, fail, skipped, failed } = read(path);
      const verdict = code === 0 ? 'passed' : `FAILED (${code})`;
      console.log(
        `run ${run} of ${times}: ${verdict}; ${pass} pass, ${fail} fail, ${skipped} skipped; ${seconds} s`,
      );
      for (const name of failed) console.log(`  not ok: ${name}`);
      if (code !== 0) process.exitCode = 1;
    }
  } finally {
    for (const child of children) child.kill();
    if (loaded) rmSync(join(folder, 'load'), { force: true });
  }
}

const [mode, kind, folder] = process.argv.slice(2);
if (mode === '--as-load') load(kind, folder);
else await main(process.argv.slice(2));
