// Choosing error types by how they succeeded in an earlier run.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { chooseType, weightedTypes } from '../../src/inject/choose-type.ts';
import { weightsFrom } from '../../src/inject/types-from.ts';
import { injectionFactsSchema } from '../../src/records/injection-yield.ts';
import type { Solution } from '../../src/records/solution.ts';
import { errorTypes } from '../../src/records/taxonomy.ts';
import { jsonLines, runHere, runPiped } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const row = (type: string, accepted: number, attempts: number, model = 'm') => ({
  model,
  type,
  accepted,
  rejected: 0,
  failed: 0,
  attempts,
  turned_down: {},
});

test('types that succeed weigh more, types never asked for weigh as the mean, and none vanishes', () => {
  const weights = weightsFrom(
    [row('boundary', 90, 100), row('converse', 0, 1_000), row('quantifier', 0, 2)],
    'm',
  );
  assert.deepEqual(Object.keys(weights).sort(), errorTypes.map(({ key }) => key).sort());
  assert.ok(Object.values(weights).every((weight) => weight > 0));
  assert.ok(weights.boundary! > weights.missing_case!);
  assert.equal(weights.missing_case, 1);
  assert.ok(weights.quantifier! > weights.converse!, 'two failures say less than a thousand');
  const { boundary, converse } = weights as Record<string, number>;
  const chosen = weightedTypes(['boundary', 'converse'], { boundary: boundary!, converse: converse! });
  const drawn = Array.from({ length: 5_000 }, (_, n) =>
    chooseType(chosen, { seed: 1, problem: `Problem ${n}`, domain: null }),
  ).filter(({ key }) => key === 'converse').length;
  assert.ok(drawn > 0 && drawn < 150, `${drawn} of 5000`);
});

test('a run in which nothing succeeded still leaves every type its weight', () => {
  const weights = weightsFrom([row('boundary', 0, 50)], 'm');
  assert.ok(weights.boundary! > 0 && weights.boundary! < weights.converse!);
});

test('the yields of the same model count where there are any, all of them otherwise', () => {
  const yields = [row('boundary', 0, 100, 'other'), row('boundary', 100, 100), row('converse', 10, 100)];
  assert.ok(weightsFrom(yields, 'm').boundary! > 1);
  assert.ok(weightsFrom(yields, 'other').boundary! < 1);
  assert.deepEqual(weightsFrom(yields, 'unknown'), weightsFrom(yields, 'a third'));
});

test('a run says what became of each type, and the next run chooses by its folder or its records alike', async (t) => {
  const cwd = await temporaryFolder(t);
  const sim = '--endpoint sim --model latebench-sim/injector-misbehaving --max-attempts 1';
  const make = 'ingest --adapter synthetic --n 40 --seed 5 -q -o problems.jsonl';
  assert.equal((await runPiped([make], { cwd })).code, 0);
  const inject = `inject ${sim} --keep-rejected --run first problems.jsonl -o first.jsonl`;
  const made = await runPiped([inject], { cwd });
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stderr, /by type \(latebench-sim\/injector-misbehaving\): \w+ \d+ of \d+/);
  assert.match(made.stderr, /\d+ of \d+\s+\(attempts\s+rejected:\s+\w+ \d+/);
  const widest = Math.max(...made.stderr.split('\n').map((line) => line.length));
  assert.ok(widest <= 80, `${widest} columns: ${made.stderr}`);
  const manifest = JSON.parse(await readFile(join(cwd, 'first', 'manifest.json'), 'utf8'));
  const { gate_version, yields } = injectionFactsSchema.parse(manifest.injections);
  assert.match(gate_version, /^\d+$/);
  const records = jsonLines(await readFile(join(cwd, 'first.jsonl'), 'utf8')) as Solution[];
  for (const { model, type, accepted, rejected, failed, turned_down } of yields) {
    const own = records.filter(({ injection }) => injection?.error_type === type);
    assert.equal(model, 'latebench-sim/injector-misbehaving');
    assert.deepEqual(
      [accepted, rejected, failed],
      ['accepted', 'rejected', 'failed'].map(
        (status) => own.filter(({ injection }) => injection?.status === status).length,
      ),
    );
    // One attempt a record: each rejection is an attempt that some check turned down.
    assert.equal(rejected > 0, Object.keys(turned_down).length > 0);
  }
  const next = async (from: string, run: string): Promise<[types: unknown, records: string]> => {
    const args = ['inject', ...sim.split(' '), '--types-from', from, '--run', run, 'problems.jsonl'];
    const { code, stdout, stderr } = await runHere(args, { cwd });
    assert.equal(code, 0, stderr);
    const { stages } = JSON.parse(await readFile(join(cwd, run, 'manifest.json'), 'utf8'));
    return [stages[0].config.types, stdout];
  };
  const [types, injected] = await next('first', 'second');
  const [sameTypes, sameInjected] = await next('first.jsonl', 'third');
  assert.deepEqual(types, sameTypes);
  assert.equal(injected, sameInjected);
  assert.deepEqual(types, weightsFrom(yields, 'latebench-sim/injector-misbehaving'));
  assert.notDeepEqual(new Set(Object.values(types as object)), new Set([1]));

  await writeFile(join(cwd, 'nothing.jsonl'), '{"id":"a","problem":"p","steps":["s"]}\n');
  const empty = await runHere(
    ['inject', '--endpoint', 'sim', '--types-from', 'nothing.jsonl', 'problems.jsonl'],
    { cwd },
  );
  assert.equal(empty.code, 2);
  assert.match(empty.stderr, /no outcomes of injections found/);
});
