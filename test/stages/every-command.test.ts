// What holds for every command of a stage, generated from the catalogue: a dry run calls nobody and writes nothing, and a
// wrong value of any option is a usage error before anything is opened.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { loadCommand } from '../../src/cli/catalogue.ts';
import type { Command } from '../../src/cli/command.ts';
import { main } from '../../src/cli/main.ts';
import { syntheticRecords } from '../../src/datasets/synthetic.ts';
import { loadStage, type StageName, stageNames } from '../../src/stages/catalogue.ts';
import type { AnyStage } from '../../src/stages/define.ts';
import type { StageOption } from '../../src/stages/option.ts';
import { optionRows } from '../../src/stages/option-rows.ts';
import { repository, runCommand } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

interface StageCommand {
  readonly stage: AnyStage;
  readonly command: Command;
}

/** The command of a stage, which may be an action of another: `pool build`. */
async function commandOf(name: StageName): Promise<readonly StageCommand[]> {
  const stage = await loadStage(name);
  const words = stage.kind === 'job' && stage.command !== undefined ? stage.command : name;
  const group = await loadCommand(words.split(' ')[0]!);
  const command = group?.actions?.find((one) => one.name === words) ?? group;
  return command === undefined ? [] : [{ stage, command }];
}

/** Stages that are commands too; the others run inside of them. */
const commands = (await Promise.all(stageNames.map(commandOf))).flat();

async function runHere(argv: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    streams[name].on('data', (chunk) => {
      texts[name] += chunk;
    });
  }
  const code = await main('latebench', argv, streams);
  await new Promise((resolve) => setImmediate(resolve));
  return { code, ...texts };
}

/** Every file below a folder with a hash of its bytes. */
async function contents(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    found[path] = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  }
  return found;
}

interface Inputs {
  readonly folder: string;
  readonly records: string;
}

async function inputs(folder: string): Promise<Inputs> {
  const records = join(folder, 'records.jsonl');
  const rows = [...syntheticRecords({ count: 4, seed: 1 })].map((record) => ({
    ...record,
    ...{ gold: '1', pred: '1', text: 'the answer is $1$', injection: { original_steps: record.steps } },
    critiques: [{ critic: 'a', protocol: 'first_error', status: 'ok', first_error: -1, error_steps: [] }],
  }));
  await writeFile(records, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const spec = { name: 'four', version: '1.0.0', about: 'A test.', sources: [{ file: 'records.jsonl' }] };
  await writeFile(join(folder, 'spec.json'), JSON.stringify(spec));
  return { folder, records };
}

/** What a job takes, by its port. */
const ports: Readonly<Record<string, (inputs: Inputs) => string>> = {
  none: ({ folder }) => join(folder, 'spec.json'),
  records: ({ records }) => records,
  pool: () => 'test/fixtures/v0.1/files/pools/built',
  dataset: () => 'test/fixtures/v0.1/files/datasets/late-errors',
};

/** What it reads, and where a job puts what it makes. */
function argumentsOf({ stage, command }: StageCommand, inputs: Inputs): readonly string[] {
  const words = command.name.split(' ');
  if (stage.kind !== 'job') return [...words, inputs.records];
  const leaves = optionRows(stage.options).find(({ key }) => key === stage.leaves)?.name;
  const made = leaves === undefined ? [] : [`--${leaves}`, join(inputs.folder, 'made')];
  return [...words, ports[stage.ports.in]!(inputs), ...made];
}

/** Options that a stage cannot do without, and files it would write if it were not a dry run. */
const given: Readonly<Record<string, (folder: string) => readonly string[]>> = {
  export: () => ['--format', 'processbench'],
  report: (folder) => ['-o', join(folder, 'new-report.html')],
  pool: () => ['--n', '2'],
  think: () => ['--traces', '2'],
  push: () => ['--repo', 'me/late-errors'],
  inject: (folder) => ['--rejects', join(folder, 'rejects.jsonl'), '--report-file', join(folder, 'i.html')],
};

test('a dry run of every command opens no connection, changes no byte on the disk and prints an estimate', async (t) => {
  const folder = await temporaryFolder(t);
  let connections = 0;
  const server = createServer((_, response) => response.end('{}')).on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const input = await inputs(folder);
  const envFile = join(folder, 'env');
  await writeFile(envFile, `LATEBENCH_HOME=${join(folder, 'home')}\nOPENAI_BASE_URL=${url}\n`);
  await writeFile(join(folder, 'rejects.jsonl'), 'kept\n');
  const before = await contents(folder);
  for (const one of commands) {
    const { name } = one.stage;
    const has = (flag: string): boolean => one.command.options.some((option) => option.name === flag);
    const argv = [
      ...[...argumentsOf(one, input), '--dry-run', '--env-file', envFile],
      ...(given[name]?.(folder) ?? []),
      ...(has('run') ? ['--run', join(folder, 'run')] : []),
      ...(has('endpoint') ? ['--endpoint', url] : []),
    ];
    const { code, stderr, stdout } = await runHere(argv);
    assert.equal(code, 0, `${name}: ${stderr}`);
    assert.match(stderr, /dry run: \d+ calls/, name);
    assert.equal(stdout, '', name);
  }
  assert.equal(connections, 0);
  assert.deepEqual(await contents(folder), before);
});

/** A value that the option cannot take; undefined where it takes any text. */
function wrongValue({ choices, kind, min, max, numbers, spelling }: StageOption): string | undefined {
  if (choices !== undefined) return 'no-such-choice';
  if (kind === 'whole' || kind === 'number')
    return numbers === true ? '1,x' : min === undefined ? 'x' : `${min - 1}`;
  if (max !== undefined) return `${max + 1}`;
  return spelling === undefined || spelling === 'list' || spelling === 'textOrFile'
    ? undefined
    : 'no such value';
}

interface Wrong {
  readonly name: string;
  readonly argv: readonly string[];
  /** What the message has to name. */
  readonly names: string;
}

/** Every option of every command with a value that it cannot take. */
function wrongValues(input: Inputs): readonly Wrong[] {
  return commands.flatMap((one) =>
    (one.command.options as readonly StageOption[]).flatMap((option) => {
      const value = option.key === undefined ? undefined : wrongValue(option);
      if (value === undefined) return [];
      const calls = one.command.options.some(({ name }) => name === 'endpoint');
      const argv = [...argumentsOf(one, input), `--${option.name}=${value}`];
      const names = option.spelling === 'region' ? 'region' : `--${option.name}`;
      return [{ name: one.command.name, argv: calls ? [...argv, '--endpoint', 'sim'] : argv, names }];
    }),
  );
}

test('a wrong value of any option of a stage is a usage error that names the flag, before anything is opened', async (t) => {
  const wrong = wrongValues(await inputs(await temporaryFolder(t)));
  for (const { argv, names } of wrong) {
    const { code, stderr } = await runHere(argv);
    assert.equal(code, 2, `${argv.join(' ')}: ${stderr}`);
    assert.ok(stderr.includes(names), stderr);
  }
  assert.ok(wrong.length >= 40, `${wrong.length} options were tried`);
});

test('twenty processes with a wrong value end by themselves, at least one of every command', async (t) => {
  const { folder, records } = await inputs(await temporaryFolder(t));
  const all = wrongValues({ folder, records });
  const first = all.filter(({ name }, at) => all.findIndex((other) => other.name === name) === at);
  // These once hung: what was wrong was found after the simulation had been started.
  const hung = ['critic', 'judge', 'classify', 'inject'].map((name) => ({
    name,
    argv: [name, '--endpoint', 'sim', '--temperature', '9', records],
  }));
  const others = first.filter((one) => !hung.some(({ name }) => name === one.name));
  const more = all.filter((one) => !first.includes(one));
  const chosen = [...hung, ...others, ...more].slice(0, Math.max(20, hung.length + others.length));
  assert.ok(chosen.length >= 20);
  for (const { argv } of chosen) {
    const { code, signal } = await runCommand(argv, {
      cwd: repository,
      env: { LATEBENCH_HOME: join(folder, 'home') },
      started(child) {
        const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
        child.once('exit', () => clearTimeout(timer));
      },
    });
    assert.deepEqual([code, signal], [2, null], argv.join(' '));
  }
});

test('a limit holds for generated records too', async () => {
  const { code, stdout } = await runHere(['ingest', '--adapter', 'synthetic', '--n', '6', '--limit', '2']);
  assert.equal(code, 0);
  assert.equal(stdout.trim().split('\n').length, 2);
});
