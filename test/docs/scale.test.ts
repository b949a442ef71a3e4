// What docs/scale.md gives to copy: options exist, the compose file and the unit are well formed, and the commands in
// them end as the page says, against a real redis-server.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { loadAllCommands } from '../../src/cli/catalogue.ts';
import { runHere } from '../datasets/hub/run-here.ts';
import { repository } from '../support/cli.ts';
import { startRedis, withoutRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { codeBlocks } from './code-blocks.ts';

const page = 'docs/scale.md';
const [compose = ''] = codeBlocks(page, 'yaml');
const [unit = ''] = codeBlocks(page, 'ini');

interface Compose {
  readonly services: Readonly<
    Record<string, { readonly command: string; readonly depends_on?: Readonly<Record<string, object>> }>
  >;
  readonly volumes: object;
}
const { services, volumes } = parse(compose) as Compose;

/** The words after `latebench` in a line of the unit. */
function wordsOf(key: string): string[] {
  const line = new RegExp(`^${key}=/usr/local/bin/latebench (.*)$`, 'm').exec(unit)?.[1];
  assert.ok(line !== undefined, key);
  return line.split(' ');
}

const commands = await loadAllCommands();

/** Names of the options that the command of these words takes. */
function optionsOf([name, action]: readonly string[]): Set<string> {
  const command = commands.find((one) => one.name === name);
  const acting = command?.actions?.find((one) => one.name === action);
  return new Set([...(command?.options ?? []), ...(acting?.options ?? [])].map((option) => option.name));
}

test('every option in its commands exists', () => {
  const text = readFileSync(page, 'utf8').replace(/^```yaml[\s\S]*?^```$/gm, '');
  const lines = [...text.matchAll(/^latebench (.*?)(?:\s{2,}#.*)?$/gm)].map(([, line]) => line!);
  lines.push(services.worker!.command, wordsOf('ExecStart').join(' '), wordsOf('ExecStartPre').join(' '));
  assert.ok(lines.length >= 8, `${lines.length} commands`);
  for (const line of lines) {
    const words = line.split(/\s+/);
    const known = optionsOf(words);
    for (const word of words) if (word.startsWith('--')) assert.ok(known.has(word.slice(2)), line);
  }
});

test('the compose file is whole, and its Redis starts with the settings that a queue needs', {
  skip: withoutRedis,
}, async (t) => {
  assert.deepEqual(Object.keys(services), ['queue', 'worker']);
  for (const name of Object.keys(services.worker!.depends_on ?? {})) assert.ok(name in services, name);
  assert.deepEqual(Object.keys(volumes), ['queue']);
  assert.match(services.worker!.command, /--redis redis:\/\/queue:6379/);
  const [program, ...settings] = services.queue!.command.split(' ');
  assert.equal(program, 'redis-server');
  const folder = await temporaryFolder(t);
  const redis = await startRedis([...settings, '--dir', folder]);
  t.after(() => redis.close());
  const { code, stdout } = await runHere(['doctor', '--queue', '--redis', redis.url], { home: folder });
  assert.equal(code, 0, stdout);
});

test('the check before a worker lets it start only where Redis and the store work, and the unit is well formed', {
  skip: withoutRedis,
}, async (t) => {
  const home = await temporaryFolder(t);
  const store = join(home, 'store');
  await mkdir(store);
  const redis = await startRedis();
  t.after(() => redis.close());
  const env = { LATEBENCH_REDIS: redis.url, LATEBENCH_STORE: store };
  const check = wordsOf('ExecStartPre');
  assert.equal((await runHere(check, { home, env })).code, 0);
  const elsewhere = { ...env, LATEBENCH_REDIS: 'redis://127.0.0.1:1' };
  assert.equal((await runHere(check, { home, env: elsewhere })).code, 1);
  await writeFile(join(home, 'file'), '');
  const blocked = { ...env, LATEBENCH_STORE: join(home, 'file', 'below') };
  assert.equal((await runHere(check, { home, env: blocked })).code, 1);
  assert.equal((await runHere(wordsOf('ExecStart'), { home, env: elsewhere })).code, 2);
});

const analyser = spawnSync('systemd-analyze', ['--version']).status === 0;
test('systemd accepts the unit', {
  skip: analyser ? false : 'there is no systemd-analyze',
}, async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'latebench-worker@1.service');
  // The program of this checkout in the place of an installed one.
  await writeFile(path, unit.replaceAll('/usr/local/bin/latebench', join(repository, 'bin', 'latebench.js')));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path], {
    encoding: 'utf8',
  });
  const about = stderr.split('\n').filter((line) => line.includes('latebench-worker'));
  assert.deepEqual(about, []);
  assert.equal(status, 0, stderr);
});
