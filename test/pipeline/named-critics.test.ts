// Critics that a later stage of a pipeline names are looked for before the first call: in the plan, and in its source.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const judged = [1, 2].map((n) => ({
  id: `r${n}`,
  problem: `p${n}`,
  steps: ['a', 'b', 'c'],
  error_steps: [1],
  meta: { error_description: 'b does not follow' },
  critiques: [
    {
      ...{ critic: 'earlier', protocol: 'all_errors', status: 'ok', first_error: 1, error_steps: [1] },
      explanations: { 1: 'b is wrong' },
    },
  ],
}));

async function folder(t: TestContext, pipeline: object): Promise<string> {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'judged.jsonl'), judged.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const whole = {
    ...{ name: 'named', about: 'critics by name', seed: 1, endpoint: 'sim' },
    source: { files: ['judged.jsonl'] },
    ...pipeline,
  };
  await writeFile(join(cwd, 'named.json'), JSON.stringify(whole));
  return cwd;
}

const critic = (name: string) => ({ use: 'critic', with: { name } });
const judge = (name: string) => ({ use: 'judge', with: { critic: name } });

const wrong: readonly [what: string, pipeline: object, said: RegExp][] = [
  [
    'judge',
    { stages: [critic('large'), judge('larg')] },
    /named\.json: stages\.1\.with\.critic: larg: neither .* \(found: large, earlier\); did you mean large\?/,
  ],
  [
    'a critic that comes later',
    { stages: [critic('large'), judge('small'), critic('small')] },
    /stages\.1\.with/,
  ],
  [
    'items',
    { stages: [critic('large'), { use: 'items', with: { blindCritics: ['large'], strongCritics: ['x'] } }] },
    /stages\.1\.with\.strongCritics: x: /,
  ],
  [
    'the cells of a grid',
    {
      stages: [{ use: 'critic', with: {} }, judge('3 votes')],
      grid: { vary: { votes: [1, 3] }, development: 0.5, halving: { rungs: 1 } },
    },
    /with\.critic: 3 votes: .*votes 3/,
  ],
];

for (const [what, pipeline, said] of wrong) {
  test(`a name that no critic has is met before the first call: ${what}`, async (t) => {
    const cwd = await folder(t, pipeline);
    const { code, stderr } = await runHere(['run', 'named.json', '--run', 'r'], { cwd });
    assert.equal(code, 2, stderr);
    assert.match(stderr, said);
    assert.equal(existsSync(join(cwd, 'r', 'journal')), false, stderr);
  });
}

test('a critic of the source may be named behind others', async (t) => {
  const cwd = await folder(t, { stages: [critic('large'), judge('earlier')] });
  const { code, stderr } = await runHere(['run', 'named.json', '--run', 'r'], { cwd });
  assert.equal(code, 0, stderr);
});

test('a dry run names it too', async (t) => {
  const cwd = await folder(t, { stages: [critic('large'), judge('larg')] });
  const { code, stderr } = await runHere(['run', 'named.json', '--dry-run'], { cwd });
  assert.equal(code, 2, stderr);
  assert.match(stderr, /did you mean large\?/);
});
