// The dry run of a build: what it says is chosen is what the build chooses, and the build makes no more calls than it says.
import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runHere } from '../datasets/hub/run-here.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { quick, rowsOf } from './building.ts';

function numberIn(text: string, form: RegExp): number {
  const found = form.exec(text)?.[1];
  assert.ok(found !== undefined, `${form} in: ${text}`);
  return Number(found.replaceAll(',', ''));
}

test('a dry run of a build says parts and calls at most, and the build keeps to them', async (t) => {
  const home = await temporaryFolder(t);
  const rows = rowsOf(12).map((row, at) => (at === 0 ? { ...row, error_steps: [2] } : row));
  await writeFile(join(home, 'rows.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const spec = {
    ...quick,
    ...{ endpoint: 'sim', size: 10, inject: { verifyVotes: 2, maxAttempts: 2 }, difficultyVotes: 3 },
    critics: [{ protocol: 'first_error' }, { protocol: 'all_errors', votes: 4 }],
  };
  await writeFile(join(home, 'spec.json'), JSON.stringify(spec));
  const build = ['dataset', 'build', join(home, 'spec.json'), '-o', join(home, 'out')];
  const before = await readdir(home);

  const dry = await runHere([...build, '--dry-run'], { home });
  assert.equal(dry.code, 0, dry.stderr);
  assert.deepEqual(await readdir(home), before);
  assert.match(dry.stderr, /chosen +12 -> +10 {2}beyond the size: 2/);
  assert.match(dry.stderr, /10 records \(natural 1, general \d, manual 0, clean \d\)/);
  assert.match(dry.stderr, /critics: first_error \(votes: 1\), all_errors \(votes: 4\)/);
  const injections = numberIn(dry.stderr, /general (\d)/);
  assert.ok(injections > 0);
  // Two attempts, and each reply and each vote may be asked for once more.
  const attempts = injections * 2;
  const planned = { inject: attempts * 2, critic: attempts * 2 * 2 + injections * 3 + 10 * (1 + 4) };
  assert.equal(numberIn(dry.stderr, /inject: latebench-sim\/injector, at most (\d+) calls/), planned.inject);
  assert.equal(numberIn(dry.stderr, /critic: latebench-sim\/critic, at most (\d+) calls/), planned.critic);
  const max = numberIn(dry.stderr, /^dry run: (\d+) calls at most/m);
  assert.equal(max, planned.inject + planned.critic);

  const built = await runHere(build, { home });
  assert.equal(built.code, 0, built.stderr);
  assert.match(built.stdout, /chosen +12 -> +10 {2}beyond the size: 2/);
  const made = numberIn(built.stderr, /dataset: .*; ([\d,]+) API calls/);
  assert.ok(made > 0 && made <= max, `${made} calls, ${max} at most`);
  // Each part of the build says what it has done itself; the last line says what all have.
  const part = (label: string): readonly number[] =>
    [/ (\d+) read,/, /\n {2}(\d+) API calls/].map((form) =>
      numberIn(built.stderr, new RegExp(`build: ${label}:.*?${form.source}`, 's')),
    );
  const [injected, judged] = [part('injections'), part('critics')];
  assert.deepEqual(
    [injected[0], judged[0], injected[1]! + judged[1]!],
    [10, numberIn(built.stdout, /: (\d+) records \(natural/), made],
  );
});

test('a source whose licence is not stated, or is not known, is said once', async (t) => {
  const home = await temporaryFolder(t);
  await writeFile(join(home, 'rows.jsonl'), `${JSON.stringify(rowsOf(1)[0])}\n`);
  const file = 'rows.jsonl';
  for (const [source, message] of [
    [{ file }, /rows\.jsonl: its licence is not stated, so that it was not compared/g],
    [{ file, licence: 'ours-1' }, /rows\.jsonl: the licence ours-1 is not known here/g],
    [{ file, licence: 'mit' }, null],
    [{ file, permission: 'We wrote it.' }, null],
  ] as const) {
    await writeFile(
      join(home, 'spec.json'),
      JSON.stringify({ ...quick, sources: [source], endpoint: 'sim' }),
    );
    const build = ['dataset', 'build', join(home, 'spec.json'), '-o', join(home, 'out'), '--dry-run'];
    const { stderr } = await runHere(build, { home });
    assert.equal((stderr.match(message ?? /licence/g) ?? []).length, message === null ? 0 : 1, stderr);
  }
});

test('a dry run says what is wrong as the build would', async (t) => {
  const home = await temporaryFolder(t);
  await writeFile(join(home, 'rows.jsonl'), `${JSON.stringify(rowsOf(1)[0])}\nno record\n`);
  const spec = join(home, 'spec.json');
  const dry = ['dataset', 'build', spec, '-o', join(home, 'out'), '--dry-run'];
  await writeFile(spec, '{"name":"late"}');
  assert.match((await runHere(dry, { home })).stderr, /spec\.json: version/);
  await writeFile(spec, JSON.stringify(quick));
  const unset = await runHere(dry, { home, env: { OPENAI_BASE_URL: '' } });
  assert.equal(unset.code, 2);
  assert.match(unset.stderr, /LB_ENDPOINT_CONFIG/);
  const bad = await runHere([...dry, '--endpoint', 'sim'], { home });
  assert.equal(bad.code, 3, bad.stderr);
  assert.match(bad.stderr, /rows\.jsonl:2/);
});
