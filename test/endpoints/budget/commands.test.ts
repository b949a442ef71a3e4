// A budget holds in the commands beside the critic that ask one question a record, and set no token limit themselves.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { mulberry32 } from '../../../src/statistics/random.ts';
import { startBillingServer } from '../../support/billing-server.ts';
import { runHere } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary.ts';

test('judge and classify with 64 calls at once stay within half a dollar, whatever a model would write', async (t) => {
  const server = await startBillingServer();
  t.after(() => server.close());
  const cwd = await temporaryFolder(t);
  const run = async (words: readonly string[], input = ''): Promise<string> => {
    const { code, stdout, stderr } = await runHere([...words, '-q'], { cwd, input });
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const problems = await run(['ingest', '--adapter', 'synthetic', '--n', '40']);
  const injected = await run(['inject', '--endpoint', 'sim'], problems);
  const judged = await run(['critic', '--protocol', 'all_errors', '--endpoint', 'sim'], injected);
  await writeFile(join(cwd, 'in.jsonl'), judged);
  for (const [command, model, most] of [
    ['judge', 'gpt-5-mini', 128_000],
    ['classify', 'gpt-5-mini', 128_000],
    ['judge', 'served-here', 4_096],
    ['classify', 'served-here', 4_096],
  ] as const) {
    const { url, bill } = server.add(`${command}-${model}`, {
      rng: mulberry32(1),
      price: { in: 0.25, out: 2 },
      faultShare: 0,
      faults: [],
      longest: 30_000,
      breakShare: 0,
      perByte: 0.3,
      latencyMs: 0,
    });
    const limit = model === 'gpt-5-mini' ? 0.5 : 0.05;
    const { code, stderr } = await runHere(
      [
        ...(command === 'classify' ? [command, '--all'] : [command]),
        ...['--endpoint', url, '-m', model, '--cache', 'off', '-c', '64', 'in.jsonl'],
        ...['--price', 'in=0.25,out=2', '--budget-usd', `${limit}`],
      ],
      { cwd },
    );
    assert.equal(code, 4, `${command} ${model}: ${stderr}`);
    assert.ok(bill.nanoUsd <= limit * 1e9 && bill.calls > 1, `${command}: ${JSON.stringify(bill)}`);
    assert.equal(bill.unlimited, 0, command);
    assert.match(stderr, new RegExp(`replies are limited to ${most.toLocaleString('en')} tokens`), command);
  }
});
