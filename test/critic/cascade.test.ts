// A cascade of two models: the second is asked only where the first is not accepted, and a live cascade says what the stored
// critiques of both said it would.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { cascadeStage } from '../../src/critic/cascade.ts';
import { modelCritic } from '../../src/critic/critic.ts';
import { acceptsVerdict } from '../../src/records/cascade.ts';
import type { Critique } from '../../src/records/critique.ts';
import type { Solution } from '../../src/records/solution.ts';
import { jsonLines, runHere } from '../support/cli.ts';
import { recordingEndpoint } from '../support/recording-endpoint.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { lastCritique, runCritic, solution } from './run-critic.ts';

test('the second model is asked only where the first is not accepted, and both are counted', async () => {
  const replies: readonly (readonly [small: string[], accepted: boolean])[] = [
    [['\\boxed{1}', '\\boxed{1}', '\\boxed{1}'], true],
    [['\\boxed{-1}', '\\boxed{-1}', '\\boxed{-1}'], true],
    [['\\boxed{1}', '\\boxed{-1}', '\\boxed{1}'], false],
    [['?', '?', '?'], false],
  ];
  for (const [votes, isAccepted] of replies) {
    const small = recordingEndpoint(({ sample }) => votes[sample!]!, { model: 'small' });
    const large = recordingEndpoint(() => '\\boxed{2}', { model: 'large' });
    const options = { protocol: 'first_error', seed: 0 } as const;
    const decided: string[] = [];
    const stage = cascadeStage({
      first: modelCritic({ ...options, endpoint: small, votes: 3 }),
      next: modelCritic({ ...options, endpoint: large, votes: 1 }),
      rule: 'confident',
      share: 0.8,
      onDecided: (by) => decided.push(by),
    });
    const critique = lastCritique(await runCritic(stage, solution()));
    assert.equal(critique.critic, 'small/first_error/v3+large/first_error');
    assert.equal(small.calls.length, 3);
    assert.equal(large.calls.length, isAccepted ? 0 : 1);
    assert.equal(critique.usage!.calls, isAccepted ? 3 : 4);
    assert.equal(critique.model, isAccepted ? 'small' : 'large');
    assert.equal(critique.first_error, isAccepted ? (votes[0] === '\\boxed{1}' ? 1 : -1) : 2);
    assert.deepEqual(decided, [isAccepted ? 'first' : 'next']);
  }
});

test('a live cascade gives the verdicts that the stored critiques promised, for no more calls, and can be verified', async (t) => {
  const cwd = await temporaryFolder(t);
  const source = resolve('data/samples/late-errors-test.jsonl');
  const sampling = ['--endpoint', 'sim', '-q'];
  const small = ['--votes', '3', '--temperature', '1'];
  const inTurn = async (...args: string[]) => {
    const outcome = await runHere(args, { cwd });
    assert.equal(outcome.code, 0, outcome.stderr);
    return outcome;
  };
  await inTurn('critic', source, ...sampling, ...small, '--name', 'small', '-o', 'small.jsonl');
  await inTurn(
    'critic',
    'small.jsonl',
    ...sampling,
    '--temperature',
    '1',
    '--votes',
    '5',
    '--name',
    'large',
    '-o',
    'both.jsonl',
  );
  const rule = ['--accept', 'confident', '--accept-share', '1'];
  const then = ['--then', 'latebench-sim/critic', '--then-votes', '5', ...rule, '--name', 'live'];
  const live = await inTurn(
    'critic',
    source,
    '--endpoint',
    'sim',
    ...small,
    ...then,
    '--run',
    'run',
    '-o',
    'live.jsonl',
  );

  const read = async (name: string) =>
    jsonLines(await readFile(join(cwd, name), 'utf8')) as unknown as Solution[];
  const by = ({ critiques }: Solution, name: string): Critique =>
    critiques!.find(({ critic }) => critic === name)!;
  const [stored, found] = [await read('both.jsonl'), await read('live.jsonl')];
  let passed = 0;
  for (const [at, record] of stored.entries()) {
    const [first, next] = [by(record, 'small'), by(record, 'large')];
    const verdict = { first_error: first.first_error ?? null, agreement: first.agreement ?? null };
    const isAccepted = acceptsVerdict('confident', 1, verdict);
    const { critic: _, usage, ...expected } = isAccepted ? first : next;
    const { critic: __, usage: spent, ...critique } = by(found[at]!, 'live');
    assert.deepEqual(critique, expected);
    assert.equal(spent!.calls, isAccepted ? 3 : 8);
    assert.ok(spent!.prompt_tokens >= usage!.prompt_tokens);
    passed += Number(!isAccepted);
  }
  assert.ok(passed > 0 && passed < stored.length, `${passed} of ${stored.length}`);
  assert.match(
    live.stderr,
    new RegExp(
      `/v3 decided ${stored.length - passed} and passed ${passed} on to latebench-sim/critic/first_error/v5`,
    ),
  );

  const dry = await inTurn('critic', source, '--endpoint', 'sim', ...small, ...then, '--dry-run');
  // The first three votes of the second critic are the same calls: one model, the same request.
  assert.match(dry.stderr, new RegExp(`dry run: ${5 * stored.length} calls`));
  assert.match(dry.stderr, /first_error\/v5 are counted for every record, the most there can be/);

  const definition = {
    name: 'two',
    about: 'two models, one after the other',
    source: { files: [source] },
    stages: [
      {
        use: 'critic',
        with: {
          votes: 3,
          temperature: 1,
          thenModel: 'latebench-sim/critic',
          thenVotes: 5,
          accept: 'confident',
        },
      },
    ],
    endpoint: 'sim',
    seed: 0,
  };
  await writeFile(join(cwd, 'two.json'), JSON.stringify(definition));
  await inTurn('run', 'two.json', '--run', 'whole');
  const verified = await inTurn('verify-run', 'whole');
  assert.match(verified.stdout, new RegExp(`${stored.length} critiques`));
});

test('options of a cascade without one, or for arithmetic, are usage errors', async (t) => {
  const cwd = await temporaryFolder(t);
  const input = `${JSON.stringify(solution({ error_steps: [] }))}\n`;
  const lone = await runHere(['critic', '--accept', 'errors', '--endpoint', 'sim'], { cwd, input });
  assert.equal(lone.code, 2);
  assert.match(lone.stderr.replaceAll(/\s+/g, ' '), /changes nothing without --then: give both, or neither/);
  const flags = ['--critic', 'arithmetic', '--then', 'x', '--accept', 'errors', '--endpoint', 'sim'];
  const arithmetic = await runHere(['critic', ...flags], { cwd, input });
  assert.equal(arithmetic.code, 2);
  assert.match(arithmetic.stderr.replaceAll(/\s+/g, ' '), /arithmetic flags is always accepted/);
});
