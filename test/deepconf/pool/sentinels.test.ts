// One placeholder among the alternatives of every token, as the API that the requirement describes sends them: the
// pool is built, verified and voted over.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openPool } from '../../../src/deepconf/pool/read.ts';
import { startSimulator } from '../../../src/simulator/server.ts';
import { runHere } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary.ts';

for (const value of [-9999, '-Infinity']) {
  test(`a pool with one ${value} among the 20 alternatives of every token is built, verified and voted over`, async (t) => {
    const cwd = await temporaryFolder(t);
    const server = await startSimulator({
      sampler: { tokens: [8, 20] },
      faults: [{ do: 'sentinel_alternatives', value }],
    });
    t.after(() => server.close());
    const problem = { id: 'p', problem: 'How many paths?', answer: '42' };
    await writeFile(join(cwd, 'problems.jsonl'), `${JSON.stringify(problem)}\n`);
    const build = ['pool', 'build', 'problems.jsonl', '--pool', 'pool', '--n', '8'];
    const built = await runHere([...build, '--endpoint', server.url, '--model', 'latebench-sim/sampler'], {
      cwd,
    });
    assert.equal(built.code, 0, built.stderr);
    const pool = await openPool(join(cwd, 'pool'));
    for await (const batch of pool.traces('p', { columns: ['n_tokens', 'n_sentinel', 'n_valid'] })) {
      assert.deepEqual([...batch.ints('n_sentinel')], [...batch.ints('n_tokens')]);
      assert.ok(batch.intLists('n_valid').values.every((count) => count === 19));
    }
    await pool.close();
    const verified = await runHere(['pool', 'verify', 'pool'], { cwd });
    assert.equal(verified.code, 0, verified.stdout + verified.stderr);
    const vote = ['vote', '--pool', 'pool', '--k', '4', '--repeat', '4', '--run', 'voted'];
    const voted = await runHere(vote, { cwd });
    assert.equal(voted.code, 0, voted.stderr);
    assert.match(voted.stdout, /Measure@4, lowest group/);
  });
}
