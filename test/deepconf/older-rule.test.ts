// Pools whose answers an older rule read: votes read the texts again, what is stored stays as it is.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { settingsPath } from '../../src/deepconf/pool/layout.ts';
import { preparePool } from '../../src/deepconf/pool/prepare.ts';
import type { PoolSettings } from '../../src/deepconf/pool/schema.ts';
import { rowMaker } from '../../src/deepconf/pool/trace.ts';
import { runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { poolSpecification } from './pool/build-here.ts';
import { type MadeTrace, writePool } from './write-pool.ts';

function trace(answer: string | null, text?: string): MadeTrace {
  const made = { answer, logprobs: Float64Array.of(-1), top: Float64Array.of(-1) };
  return text === undefined ? made : { ...made, text };
}

/** As LateBench 0.1 wrote it: three traces vote 5 from behind a box that holds 1234, one has no text. */
async function olderPool(t: TestContext): Promise<string> {
  const cwd = await temporaryFolder(t);
  const wrong = trace('5', '\\boxed{1234} (problem 5)');
  const traces = [wrong, wrong, wrong, trace('7', 'so \\boxed{7}'), trace('7')];
  await writePool(join(cwd, 'pool'), { k: 1, problems: [{ problem_id: 'p', truth: '7', traces }] });
  return cwd;
}

async function ruleIs(cwd: string, rule: number): Promise<void> {
  const path = settingsPath(join(cwd, 'pool'));
  const settings = JSON.parse(await readFile(path, 'utf8')) as PoolSettings;
  await writeFile(path, JSON.stringify({ ...settings, answers: { ...settings.answers, rule } }));
}

interface Summary {
  readonly accuracy: { readonly cons: number };
  readonly answers_read_again?: object;
}

test('vote and sweep read the texts again, say so in a line and count what changed', async (t) => {
  const cwd = await olderPool(t);
  const args = ['vote', 'pool', '--k', '5', '--repeat', '1', '--format', 'json'];
  const again = await runHere([...args, '--run', 'again'], { cwd });
  assert.equal(again.code, 0, again.stderr);
  assert.match(
    again.stderr,
    /^vote: the pool's answers were read by an older rule \(1\), so the texts were read again by rule 2: 3 answers changed$/m,
  );
  const summary = JSON.parse(again.stdout) as Summary;
  assert.equal(summary.accuracy.cons, 1);
  assert.deepEqual(summary.answers_read_again, { rule_of_pool: 1, rule: 2, changed: 3 });
  assert.match(
    await readFile(join(cwd, 'again', 'report.html'), 'utf8'),
    /read again by rule 2 \(3 changed\)/,
  );
  const sweep = await runHere(
    ['sweep', 'pool', '--k', '5', '--repeat', '1', '--windows', '1', '--run', 'sweep'],
    {
      cwd,
    },
  );
  assert.match(sweep.stderr, /^sweep: the pool's answers were read by an older rule/m);
  await ruleIs(cwd, 2);
  const stored = await runHere([...args, '--run', 'stored'], { cwd });
  assert.doesNotMatch(stored.stderr, /older rule/);
  const { accuracy, answers_read_again } = JSON.parse(stored.stdout) as Summary;
  assert.deepEqual([accuracy.cons, answers_read_again], [0, undefined]);
});

test('pool info shows the rule', async (t) => {
  const cwd = await olderPool(t);
  const older = await runHere(['pool', 'info', 'pool'], { cwd });
  assert.match(
    older.stdout,
    /Answers read by rule 1\. The current rule is 2: `vote` reads the texts again\./,
  );
  await ruleIs(cwd, 2);
  const newer = await runHere(['pool', 'info', 'pool', '--format', 'json'], { cwd });
  assert.equal((JSON.parse(newer.stdout) as { answer_rule: number }).answer_rule, 2);
});

test('a pool keeps the rule of its first answers: later samples and `pool verify` read by it', async (t) => {
  const folder = join(await temporaryFolder(t), 'pool');
  const problems = [{ problem_id: 'p', problem: 'How many?', truth: '7' }];
  const prepare = async () =>
    preparePool(folder, poolSpecification(1), problems, { rebuild: false, say: () => {} });
  const answerOf = (settings: PoolSettings): unknown => {
    const none = { model: null, system_fingerprint: null, finish_reason: null, prompt_tokens: null };
    const empty = {
      tokens: null,
      chosen: new Float32Array(0),
      k: 5,
      top: new Float32Array(0),
      topTokens: null,
    };
    return rowMaker(settings)(0, { ...none, ...empty, text: '\\boxed{1234} (problem 5)' }).core.answer;
  };
  const { settings } = await prepare();
  assert.deepEqual([settings.answers.rule, answerOf(settings)], [2, null]);
  const { rule: _, ...answers } = settings.answers;
  await writeFile(settingsPath(folder), JSON.stringify({ ...settings, answers }));
  const older = (await prepare()).settings;
  assert.deepEqual([older.answers, answerOf(older)], [answers, '5']);
});
