// `npm run mutation -- MODULE... [--mutants N] [--seed N] [--set] [--fresh]`: changes what a module's sources say, one place of a
// seeded sample at a time, and runs the module's tests on each change (Stryker, with its TAP runner). The score is the
// share that a test noticed, with Wilson's 95 % interval. It fails where a score is below that of ratchet.json; `--set`
// writes what was found. Changes that no test noticed are listed in coverage/mutation/MODULE.txt. A change that was noticed
// is not tried again while its source is as it was; `--fresh` tries all.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formatPercent } from '../../src/report/format.ts';
import { textTable } from '../../src/report/text-table.ts';
import { wilson95 } from '../../src/statistics/wilson.ts';
import { type Module, modules } from './modules.ts';
import { keyOf } from './mutant-key.js';
import { mutantsOf, sampleOf } from './mutants.ts';

const here = import.meta.dirname;
const reports = join('coverage', 'mutation');
const ratchetFile = join(here, 'ratchet.json');
const incrementalFile = (name: string): string => join(reports, `${name}.incremental.json`);

/** Names in a folder that fit; a pattern has stars in its last part alone, and a `!` takes names out again. */
function matching(patterns: readonly string[]): string[] {
  const found = new Set<string>();
  for (const pattern of patterns) {
    const out = pattern.startsWith('!');
    const path = out ? pattern.slice(1) : pattern;
    const folder = dirname(path);
    const name = new RegExp(
      `^${path
        .slice(folder.length + 1)
        .replaceAll('.', '\\.')
        .replaceAll('*', '.*')}$`,
    );
    const files = readdirSync(folder).filter((file) => name.test(file));
    if (files.length === 0) throw new Error(`no file is ${path}`);
    for (const file of files) {
      if (out) found.delete(join(folder, file));
      else found.add(join(folder, file));
    }
  }
  return [...found];
}

interface Mutant {
  readonly status:
    | 'Killed'
    | 'Timeout'
    | 'Survived'
    | 'NoCoverage'
    | 'CompileError'
    | 'RuntimeError'
    | 'Ignored';
  readonly location: Parameters<typeof keyOf>[0]['location'];
  readonly mutatorName: string;
  readonly replacement?: string;
}

interface Report {
  readonly files: Record<string, { mutants: readonly Mutant[] }>;
}

interface Score {
  readonly module: string;
  readonly noticed: number;
  readonly tried: number;
  readonly of: number;
}

/** A run that broke off with an error was noticed too. */
const noticed = new Set<Mutant['status']>(['Killed', 'Timeout', 'RuntimeError']);
const missed = new Set<Mutant['status']>(['Survived', 'NoCoverage']);

/** As the sample has it; reports count lines and columns from one. */
function keyInReport(file: string, { location: { start, end }, replacement = '' }: Mutant): string {
  const fromZero = ({ line, column }: typeof start) => ({ line: line - 1, column: column - 1 });
  return keyOf(
    { fileName: resolve(file), location: { start: fromZero(start), end: fromZero(end) }, replacement },
    resolve('.'),
  );
}

/**
 * Leaves of what Stryker knows from before only the noticed changes of the sample. It does not see that tests have changed
 * (those that it runs are made in its copy of the project), so what was missed is always tried again.
 */
function forgetMissed(file: string, sample: ReadonlySet<string>): void {
  if (!existsSync(file)) return;
  const known = JSON.parse(readFileSync(file, 'utf8')) as Report;
  for (const [source, entry] of Object.entries(known.files)) {
    entry.mutants = entry.mutants.filter(
      (mutant) => noticed.has(mutant.status) && sample.has(keyInReport(source, mutant)),
    );
  }
  writeFileSync(file, JSON.stringify(known));
}

/** In a process of its own: Stryker sets the folder and listens to signals. */
function stryker(name: string, { sources, tests }: Module): Report {
  const json = join(reports, `${name}.json`);
  const testFiles = matching(tests);
  const options = {
    mutate: sources,
    testRunner: 'tap',
    buildCommand: `node test/mutation/bundle-tests.js ${testFiles.join(' ')}`,
    tap: {
      testFiles: testFiles.map((file) => file.replace(/\.ts$/, '.mjs')),
      nodeArgs: ['--test-reporter', 'tap'],
    },
    checkers: ['sample'],
    plugins: ['@stryker-mutator/tap-runner', join(here, 'sample-checker.js')],
    coverageAnalysis: 'perTest',
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: json },
    incremental: true,
    incrementalFile: incrementalFile(name),
    ignorePatterns: [
      'bench',
      'coverage',
      'dist/types',
      'dist/declarations',
      'docs/images',
      'runs',
      'test/mutation/node_modules',
      '.latebench',
    ],
    tempDirName: '.stryker-tmp',
    disableTypeChecks: '{src,test}/**/*.ts',
    // It would be rewritten with a compiler's functions that TypeScript 7 does not have, and tsx needs none of it.
    tsconfigFile: 'no-tsconfig.json',
    dryRunTimeoutMinutes: 20,
    timeoutMS: 20_000,
    concurrency: 2,
    allowConsoleColors: false,
  };
  const program = `
    import { Stryker } from '@stryker-mutator/core';
    process.chdir(process.env.LATEBENCH_ROOT);
    await new Stryker(JSON.parse(process.env.LATEBENCH_STRYKER)).runMutationTest();`;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: here,
    stdio: ['ignore', 2, 2],
    env: {
      ...process.env,
      LATEBENCH_ROOT: resolve('.'),
      LATEBENCH_STRYKER: JSON.stringify(options),
      LATEBENCH_TEST_SOURCES: '1',
      LATEBENCH_MUTANTS: resolve(reports, `${name}.sample.json`),
      LATEBENCH_TEST_DATA: resolve(process.env.LATEBENCH_TEST_DATA ?? '../shared'),
    },
  });
  if (status !== 0) throw new Error(`Stryker ended with ${status} on ${name}`);
  return JSON.parse(readFileSync(json, 'utf8')) as Report;
}

interface Sampling {
  readonly size: number;
  readonly seed: number;
  readonly fresh: boolean;
}

async function measure(name: string, module: Module, { size, seed, fresh }: Sampling): Promise<Score> {
  const keys = await mutantsOf(matching(module.sources));
  mkdirSync(reports, { recursive: true });
  const sample = new Set(sampleOf(keys, size, seed));
  writeFileSync(join(reports, `${name}.sample.json`), JSON.stringify([...sample]));
  if (fresh) rmSync(incrementalFile(name), { force: true });
  forgetMissed(incrementalFile(name), sample);
  const report = stryker(name, module);
  const found = Object.entries(report.files).flatMap(([file, { mutants }]) =>
    mutants.map((mutant) => ({ file, mutant })),
  );
  const left = found.filter(({ mutant }) => missed.has(mutant.status));
  const lines = left.map(({ file, mutant: { location, mutatorName, replacement = '', status } }) => {
    const change = replacement.replaceAll(/\s+/g, ' ').slice(0, 100);
    return `${file}:${location.start.line}:${location.start.column} ${mutatorName} ${status}: ${change}\n`;
  });
  writeFileSync(join(reports, `${name}.txt`), lines.join(''));
  const killed = found.filter(({ mutant }) => noticed.has(mutant.status)).length;
  return { module: name, noticed: killed, tried: killed + left.length, of: keys.length };
}

/** Places where a source says that it is not to be changed. */
function exceptions(): string[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      readFileSync(join('src', file), 'utf8')
        .split('\n')
        .flatMap((line, at) =>
          line.includes('Stryker disable') ? [`src/${file}:${at + 1} ${line.trim()}`] : [],
        ),
    );
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mutants: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    set: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
  },
});
const unknown = positionals.find((name) => !Object.hasOwn(modules, name));
if (positionals.length === 0 || unknown !== undefined) {
  const names = Object.keys(modules).join(', ');
  process.stderr.write(`${unknown === undefined ? 'name modules' : `no module ${unknown}`}: ${names}\n`);
  process.exit(2);
}
if (!existsSync(join(here, 'node_modules'))) {
  const installed = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: here,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (installed.status !== 0) process.exit(1);
}
const ratchet = JSON.parse(readFileSync(ratchetFile, 'utf8')) as Record<string, number>;
const rows: Record<string, string | number>[] = [];
for (const name of positionals) {
  const {
    noticed: hits,
    tried,
    of,
  } = await measure(name, modules[name]!, {
    size: Number(values.mutants),
    seed: Number(values.seed),
    fresh: values.fresh,
  });
  const share = tried === 0 ? null : hits / tried;
  const [low, high] = wilson95(hits, tried) ?? [null, null];
  const least = ratchet[name];
  const fell = share !== null && least !== undefined && share < least;
  if (fell) process.exitCode = 1;
  if (values.set && share !== null) ratchet[name] = Math.floor(share * 1000) / 1000;
  rows.push({
    module: name,
    changes: of,
    tried,
    noticed: formatPercent(share),
    '95 % interval': `${formatPercent(low)} to ${formatPercent(high)}`,
    ratchet: least === undefined ? '' : `${formatPercent(least)}${fell ? ', FELL' : ''}`,
  });
}
if (values.set) writeFileSync(ratchetFile, `${JSON.stringify(ratchet, null, 2)}\n`);
const columns = Object.keys(rows[0] ?? {}).map((key) => ({ key, title: key, align: 'left' as const }));
process.stdout.write(textTable({ columns, rows }));
const disabled = exceptions();
console.log(`${disabled.length} places are left out by "Stryker disable"${disabled.length === 0 ? '' : ':'}`);
for (const place of disabled) console.log(place);
