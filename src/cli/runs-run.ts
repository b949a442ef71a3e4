// What `latebench runs list`, `du` and `show` print.
import { existsSync } from 'node:fs';
import { exitCodes } from '../errors.ts';
import { formatBytes, formatCount, formatPercent, formatUsd } from '../report/format.ts';
import { simulationNotice } from '../report/simulation.ts';
import type { CellValue, Column } from '../report/table.ts';
import { textTable } from '../report/text-table.ts';
import { checkNamedFolder } from '../storage/named-text.ts';
import type { Call } from './command.ts';
import { type RunFacts, runsIn } from './run-facts.ts';
import { fileKinds, filesOfRun, sumSizes } from './run-sizes.ts';
import { runStatusCommand } from './status-run.ts';
import { styleOf } from './text-style.ts';

const noRuns = 'no runs here (start one with latebench run quickstart)';

const bytes = (value: CellValue): string => formatBytes(Number(value));

/** The runs that a command names, or all under runs/. */
async function namedRuns({ options }: Call): Promise<RunFacts[]> {
  const named = options.positionals;
  for (const path of named) checkNamedFolder(path);
  const folders = named.length > 0 ? named : ['runs'].filter((path) => existsSync(path));
  return runsIn(folders, Date.now());
}

const listColumns: readonly Column[] = [
  { key: 'run', title: 'run', wraps: true },
  { key: 'date', title: 'when' },
  { key: 'pipeline', title: 'pipeline', wraps: true },
  { key: 'state', title: 'state' },
  { key: 'records', title: 'records', align: 'right', format: (value) => formatCount(Number(value)) },
  { key: 'f1', title: 'F1', align: 'right', format: String },
  { key: 'spend', title: 'spend', align: 'right', format: String },
  { key: 'size', title: 'size', align: 'right', format: bytes },
];

export async function runRunsList(call: Call): Promise<number> {
  const { options, stdout, say } = call;
  const runs = await namedRuns(call);
  if (options.text('format') === 'json') {
    const rows = runs.map(({ sizes, manifest: _, free: __, ...facts }) => ({ ...facts, bytes: sizes.total }));
    stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
    return exitCodes.ok;
  }
  if (runs.length === 0) {
    say(noRuns);
    return exitCodes.ok;
  }
  const rows = runs.map(({ at, f1, usd, simulated, sizes, ...facts }) => ({
    run: facts.run,
    date: at.slice(0, 10),
    pipeline: facts.pipeline,
    state: facts.state,
    records: facts.records,
    f1: formatPercent(f1) + (simulated ? '*' : ''),
    spend: usd === null ? null : formatUsd(usd),
    size: sizes.total,
  }));
  const notes = runs.some(({ simulated }) => simulated) ? [`* ${simulationNotice}`] : [];
  stdout.write(textTable({ columns: listColumns, rows, notes }, styleOf(call)));
  return exitCodes.ok;
}

export async function runRunsDu(call: Call): Promise<number> {
  const { options, stdout, say } = call;
  const runs = (await namedRuns(call)).sort((a, b) => b.sizes.total - a.sizes.total);
  const rows = runs.map(({ run, sizes }) => ({ run, ...sizes }));
  const total = sumSizes(runs.map(({ sizes }) => sizes));
  if (options.text('format') === 'json') {
    stdout.write(`${JSON.stringify({ runs: rows, total }, null, 2)}\n`);
    return exitCodes.ok;
  }
  if (runs.length === 0) {
    say(noRuns);
    return exitCodes.ok;
  }
  const columns: Column[] = [
    { key: 'run', title: 'run', wraps: true },
    ...[...fileKinds, 'total'].map(
      (kind) => ({ key: kind, title: kind, align: 'right', format: bytes }) as const,
    ),
  ];
  stdout.write(textTable({ columns, rows: [...rows, { run: 'all', ...total }] }, styleOf(call)));
  return exitCodes.ok;
}

/** What `status` says, and the files. */
export async function runRunsShow(call: Call): Promise<number> {
  const code = await runStatusCommand(call);
  const rows = (await filesOfRun(call.options.positionals[0]!)).map((file) => ({ ...file }));
  const columns: Column[] = [
    { key: 'file', title: 'file', wraps: true },
    { key: 'kind', title: 'kind' },
    { key: 'bytes', title: 'size', align: 'right', format: bytes },
  ];
  call.stdout.write(`\n${textTable({ columns, rows }, styleOf(call))}`);
  return code;
}
