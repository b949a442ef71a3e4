// Which model a command asks where its stages call another role too, at the endpoint that a flag names.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sampleProblems } from '../../src/pipeline/define.ts';
import { startSimulator } from '../../src/simulator/server.ts';
import { runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('the second model of a server of one’s own is that of the command, unless it is named', async (t) => {
  const server = await startSimulator();
  t.after(() => server.close());
  const cwd = await temporaryFolder(t);
  const [injector, critic] = ['latebench-sim/injector', 'latebench-sim/critic'];
  const asked = async (words: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const args = ['inject', sampleProblems, '--limit', '2', '--verify-votes', '1', '--run', 'run', ...words];
    const { code, stderr } = await runHere(args, { cwd, env });
    assert.ok(code === 0 || code === 3, stderr);
    const text = await readFile(join(cwd, 'run', 'manifest.json'), 'utf8');
    const { endpoints } = JSON.parse(text) as { endpoints: readonly { role: string; model: string }[] };
    return Object.fromEntries(endpoints.map(({ role, model }) => [role, model]));
  };
  const own = ['--endpoint', server.url, '--model', injector];
  assert.deepEqual(await asked(own), { inject: injector, critic: injector });
  assert.deepEqual(await asked([...own, '--verify-model', critic]), { inject: injector, critic });
  assert.deepEqual(await asked(own, { LATEBENCH_CRITIC_MODEL: critic }), { inject: injector, critic });
  assert.deepEqual(await asked(['--endpoint', 'sim']), { inject: injector, critic });
});
