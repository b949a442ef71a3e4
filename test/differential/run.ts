// `npm run differential -- OLD NEW`: runs two versions of the package on a list of cases (cases/) against a simulated
// endpoint and reports every difference that a user could see: bytes of outputs and run folders, exit codes, stderr
// by shape, calls with their bodies. normalise.ts says what is not compared, and why.
// Exit codes: 0 no difference, 1 differences, 2 usage.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { withoutRedis } from '../support/redis.ts';
import type { Case } from './case.ts';
import { allCases } from './cases/index.ts';
import { unusedOptions } from './coverage.ts';
import { readExpected, sortDifferences } from './expected.ts';
import { playAll } from './play-all.ts';
import { reportText, shownText } from './report.ts';
import { openVersion, UsageError } from './version.ts';

const repository = resolve(import.meta.dirname, '..', '..');
const sharedData = resolve(repository, '..', 'shared', 'data');

const usage = `Usage: npm run differential -- OLD NEW [OPTIONS]

OLD and NEW are folders with a built package, or git revisions of this repository.

  --only TEXT      run only cases whose name contains TEXT [may be repeated]
  --jobs N         cases at once (2)
  --keep           keep the folders of differing cases
  --expected FILE  differences that are wanted: a JSON list of {case, aspect, reason}
  --show           print what OLD shows in each case, in short
  --list           print the names of the cases and stop
  --coverage       print the options of OLD's commands that no case uses and stop
`;

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: 'string', multiple: true },
      jobs: { type: 'string', default: '2' },
      keep: { type: 'boolean', default: false },
      expected: { type: 'string' },
      show: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      coverage: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const jobs = Number(values.jobs);
  if (!Number.isInteger(jobs) || jobs < 1)
    throw new UsageError(`--jobs ${values.jobs}: give a whole number from 1`);
  return { ...values, jobs, positionals };
}

function lacking({ needs = [] }: Case): string | undefined {
  if (needs.includes('redis') && withoutRedis !== false) return withoutRedis;
  if (needs.includes('data') && !existsSync(sharedData)) return 'there are no shared datasets';
  return undefined;
}

async function main(): Promise<number> {
  const { only, jobs, keep, expected, show, list, coverage, help, positionals } = readArguments();
  if (help) {
    process.stdout.write(usage);
    return 0;
  }
  const chosen = allCases.filter(
    ({ name }) => only === undefined || only.some((text) => name.includes(text)),
  );
  if (list) {
    process.stdout.write(chosen.map(({ name }) => `${name}\n`).join(''));
    return 0;
  }
  const [oldName, newName] = positionals;
  if (oldName === undefined || (newName === undefined && !coverage))
    throw new UsageError(`give OLD and NEW\n\n${usage}`);
  if (chosen.length === 0) throw new UsageError(`no case has ${only?.join(' or ')} in its name`);
  const old = openVersion(oldName, repository);
  if (coverage) {
    const { all, unused } = await unusedOptions(old, chosen);
    process.stdout.write(unused.map((line) => `${line}\n`).join(''));
    process.stderr.write(`${all - unused.length} of ${all} options are used by ${chosen.length} cases\n`);
    return unused.length === 0 ? 0 : 1;
  }
  const requested = expected === undefined ? [] : readExpected(expected);
  const next = openVersion(newName!, repository);
  const skipped = chosen.flatMap((one) => {
    const why = lacking(one);
    return why === undefined ? [] : [`${one.name}: ${why}`];
  });
  const cases = chosen.filter((one) => lacking(one) === undefined);
  const scratch = mkdtempSync(join(tmpdir(), 'lb-diff-'));
  const started = performance.now();
  try {
    const played = await playAll({
      old,
      new: next,
      cases,
      data: existsSync(sharedData) ? sharedData : undefined,
      jobs,
      scratch,
      keep,
      say: (line) => process.stderr.write(`${line}\n`),
    });
    const differences = played.flatMap((one) => one.differences);
    const sorted = sortDifferences(differences, requested, new Set(played.map((one) => one.case.name)));
    const seconds = (performance.now() - started) / 1000;
    if (show) process.stdout.write(shownText(played));
    process.stdout.write(reportText({ played, skipped, seconds }, sorted));
    return sorted.unexpected.length === 0 ? 0 : 1;
  } finally {
    if (!keep) rmSync(scratch, { recursive: true, force: true });
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  const isUsage =
    error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true;
  process.stderr.write(
    `differential: ${isUsage ? (error as Error).message : String((error as Error).stack)}\n`,
  );
  process.exitCode = 2;
}
