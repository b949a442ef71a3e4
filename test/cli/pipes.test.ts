import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { startSimulator } from '../../src/simulator/server.ts';
import { hearing, jsonLines, latebench, node, repository, runCommand, runShell } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const samples = join(repository, 'data', 'samples', 'problems.jsonl');
const binary = (name: string): string => `${node} "${join(repository, 'bin', `latebench-${name}.js`)}"`;

test('inject and critic as filters keep order and count, and the critic never calls for what was not accepted', async (t) => {
  const cwd = await temporaryFolder(t);
  const line = `cat "${samples}" | ${binary('inject')} --endpoint sim --keep-rejected | ${binary('critic')} --endpoint sim > out.jsonl`;
  const { code, stderr } = await runShell(line, { cwd });
  assert.equal(code, 0, stderr);
  const before = jsonLines(await readFile(samples, 'utf8'));
  const after = jsonLines(await readFile(join(cwd, 'out.jsonl'), 'utf8'));
  assert.deepEqual(
    after.map(({ id }) => id),
    before.map(({ id }) => id),
  );
  for (const record of after) {
    const status = (record.injection as { status: string }).status;
    assert.equal(
      ((record.critiques as unknown[]) ?? []).length,
      status === 'accepted' ? 1 : 0,
      `${record.id} is ${status}`,
    );
  }
});

test('a reader that closes the pipe ends the work: exit 0, no stack trace, calls in flight given up', async (t) => {
  const cwd = await temporaryFolder(t);
  // Every fourth call takes long: some are always in flight when a record is written.
  const server = await startSimulator({
    latencyMs: 20,
    faults: [{ do: 'delay', ms: 5_000, when: { every: 4 } }],
  });
  t.after(() => server.close());
  const records = `${latebench} ingest --adapter synthetic --n 400 --seed 3 -q`;
  const line = `${records} | ${binary('critic')} --endpoint ${server.url} --model latebench-sim/critic -c 8 --order any; echo "\${PIPESTATUS[*]}" >&2`;
  const { stdout, stderr } = await runShell(`(${line}) | head -1`, { cwd });
  assert.equal(jsonLines(stdout).length, 1);
  assert.match(stderr, /^0 0$/m);
  assert.doesNotMatch(stderr, /\n\s+at |EPIPE|Error/);
  const { counts } = server;
  while (counts.in_flight > 0) await sleep(5);
  assert.ok(counts.requests < 100, `${counts.requests} calls were made for one record`);
  assert.equal(counts.in_flight, 0);
  assert.equal(counts.completed + counts.aborted, counts.requests);
  assert.ok(counts.aborted > 0, 'calls in flight were aborted');
});

test('a user file of problems and solutions goes straight through', async (t) => {
  const cwd = await temporaryFolder(t);
  const rows = [
    { problem: 'Add.', solution: 'We add.\n\n$2 + 2 = 4$.\n\n$4 + 3 = 8$.\n\nSo $\\boxed{8}$.', answer: '7' },
    { question: 'Add.', answer: 'First 2 + 2 = 4.\nThen 4 + 4 = 8.\n#### 8' },
  ];
  const input = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const { code, stdout, stderr } = await runShell(`${binary('critic')} --endpoint sim`, { cwd, input });
  assert.equal(code, 0, stderr);
  const critiques = jsonLines(stdout).map(
    ({ critiques }) => (critiques as { first_error: number }[])[0]?.first_error,
  );
  assert.deepEqual(critiques, [2, -1]);
  assert.equal(stderr.match(/not our records/g)?.length, 1);
});

test('Ctrl-C once finishes what is in flight and leaves with 130; twice leaves at once', async (t) => {
  const cwd = await temporaryFolder(t);
  const server = await startSimulator({ latencyMs: 2_500 });
  t.after(() => server.close());
  const input = jsonLines(await readFile(samples, 'utf8'));
  const many = Array.from({ length: 10 }, (_, n) =>
    input.map((record) => JSON.stringify({ ...record, id: `${n}/${record.id}` })),
  )
    .flat()
    .join('\n');
  const args = ['critic', '--endpoint', server.url, '--model', 'latebench-sim/critic', '-c', '4'];
  const once = await runCommand(args, {
    cwd,
    input: many,
    started: (child) => {
      void (async () => {
        while (server.counts.requests < 8) await sleep(10);
        child.kill('SIGINT');
      })();
    },
  });
  assert.equal(once.code, 130);
  assert.match(once.stderr, /waiting for \d+ calls in flight/);
  assert.equal(
    jsonLines(once.stdout).length,
    server.counts.completed,
    'every answered call is in the output',
  );
  assert.equal(server.counts.aborted, 0);
  assert.ok(server.counts.requests <= 12, `${server.counts.requests} calls: none was begun after the signal`);

  // Four calls are answered, four would take longer than anybody waits.
  const slow = await startSimulator({
    faults: [{ do: 'delay', ms: 60_000, when: { after_calls: 4, for_calls: 4 } }],
  });
  t.after(() => slow.close());
  const twice = await runCommand(args.with(2, slow.url), {
    cwd,
    input: many,
    started: (child) => {
      void (async () => {
        while (slow.counts.requests < 8) await sleep(10);
        // Two signals at once may be delivered as one: the second comes when the first has been heard.
        const heard = hearing(child, /in flight/);
        child.kill('SIGINT');
        await heard;
        child.kill('SIGINT');
      })();
    },
  });
  assert.equal(twice.code, 130);
  while (slow.counts.in_flight > 0) await sleep(5);
  assert.deepEqual([slow.counts.completed, slow.counts.aborted], [4, 4]);
});

test('an interrupted run leaves no shorter file under the final name', async (t) => {
  const cwd = await temporaryFolder(t);
  const server = await startSimulator({ latencyMs: 200 });
  t.after(() => server.close());
  const input = await readFile(samples, 'utf8');
  const outcome = await runCommand(
    ['critic', '--endpoint', server.url, '--model', 'latebench-sim/critic', '-c', '2', '-o', 'out.jsonl'],
    {
      cwd,
      input,
      started: (child) => {
        void (async () => {
          while (server.counts.requests < 4) await sleep(10);
          child.kill('SIGINT');
        })();
      },
    },
  );
  assert.equal(outcome.code, 130);
  assert.deepEqual(
    (await readdir(cwd)).filter((name) => name.includes('out.jsonl')),
    [],
  );
});

test('--run keeps a manifest with hashes, config and counts, and no key', async (t) => {
  const cwd = await temporaryFolder(t);
  const key = 'sk-test-0123456789abcdef';
  const server = await startSimulator({ apiKey: key });
  t.after(() => server.close());
  const env = {
    LATEBENCH_CRITIC_API_KEY: key,
    LATEBENCH_CRITIC_BASE_URL: server.url,
    LATEBENCH_CRITIC_MODEL: 'latebench-sim/critic',
  };
  const { code, stderr } = await runCommand(
    ['critic', '--run', 'r1', '--seed', '5', '-o', 'out.jsonl', samples],
    { cwd, env },
  );
  assert.equal(code, 0, stderr);
  const text = await readFile(join(cwd, 'r1', 'manifest.json'), 'utf8');
  const manifest = JSON.parse(text);
  assert.match(manifest.inputs[0].sha256, /^[0-9a-f]{64}$/);
  assert.equal(manifest.seed, 5);
  assert.equal(manifest.stages[0].config.model, 'latebench-sim/critic');
  assert.equal(manifest.complete, true);
  assert.doesNotMatch(text + (await readFile(join(cwd, 'out.jsonl'), 'utf8')) + stderr, /0123456789abcdef/);
});

test('simulate serves other programs, and stops on a signal', async (t) => {
  const cwd = await temporaryFolder(t);
  const outcome = await runCommand(['simulate'], {
    cwd,
    started: (child) => {
      child.stdout?.once('data', async (chunk: Buffer) => {
        const url = chunk.toString().trim();
        const { body } = await request(`${url}/models`);
        const models = ((await body.json()) as { data: { id: string }[] }).data.map(({ id }) => id);
        assert.ok(models.every((id) => id.startsWith('latebench-sim/')));
        child.kill('SIGTERM');
      });
    },
  });
  assert.equal(outcome.code, 0);
  assert.match(outcome.stdout, /^http:\/\/127\.0\.0\.1:\d+\/v1\n$/);
});

test('a folder as standard input is a failure in every filter: Node reads it as an empty input', async (t) => {
  const cwd = await temporaryFolder(t);
  const filters = (await readdir(join(repository, 'bin')))
    .map((file) => /^latebench-(.+)\.js$/.exec(file)?.[1])
    .filter((name) => name !== undefined);
  const more: Readonly<Record<string, string>> = {
    ...{ critic: '--endpoint sim', inject: '--endpoint sim', classify: '--endpoint sim' },
    export: '--format verl',
  };
  assert.ok(filters.length > 5);
  const commands = filters.map((name) => `${binary(name)} ${more[name] ?? ''} < .`);
  const line = [...commands, `${latebench} retry - < .`].map((command) => `${command}; echo $?`).join('; ');
  const { stdout, stderr } = await runShell(line, { cwd });
  const codes = stdout.trimEnd().split('\n');
  assert.equal(codes.length, filters.length + 1, stdout);
  assert.ok(
    codes.every((code) => code === '1' || code === '2'),
    stdout,
  );
  assert.equal(stderr.match(/stdin is a directory.* \(LB_(?:INPUT_READ|CONFIG)\)$/gm)?.length, codes.length);
});
