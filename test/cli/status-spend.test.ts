// What `status` and the events of a run say was spent, against what the server has billed.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readRunStatus } from '../../src/endpoints/run-status.ts';
import { runHere } from '../support/cli.ts';
import { listening } from '../support/listening.ts';
import { temporaryFolder } from '../support/temporary.ts';

interface Bill {
  prompt: number;
  completion: number;
}

/** Bills each reply 100 prompt tokens and `completion`; `replyTo` writes the content of the nth. */
async function billing(t: TestContext, completion: number, replyTo: (n: number) => string | null) {
  const bill: Bill = { prompt: 0, completion: 0 };
  let calls = 0;
  const server = createServer((request, response) => {
    if (request.method !== 'POST') return void response.writeHead(404).end('{}');
    request.resume().on('end', () => {
      calls += 1;
      bill.prompt += 100;
      bill.completion += completion;
      const content = replyTo(calls);
      response.end(
        JSON.stringify({
          model: 'm',
          choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
          usage: { prompt_tokens: 100, completion_tokens: completion },
        }),
      );
    });
  });
  return { url: `${await listening(t, server)}/v1`, bill };
}

const usdOf = ({ prompt, completion }: Bill): number => (prompt + 2 * completion) / 1e6;

test('status counts what attempts without a usable reply were billed, and the last of the budget', async (t) => {
  const cwd = await temporaryFolder(t);
  const { stdout: input } = await runHere(['ingest', '--adapter', 'synthetic', '--n', '4', '-q'], { cwd });
  for (const [name, completion, replyTo, code] of [
    // Each call needs two attempts; none has a reply; all replies are longer than was allowed.
    ['again', 5, (n: number) => (n % 2 === 1 ? null : '\\boxed{-1}'), 0],
    ['empty', 5, () => null, 2],
    ['longer', 500, () => '\\boxed{-1}', 4],
  ] as const) {
    const { url, bill } = await billing(t, completion, replyTo);
    const ran = await runHere(
      [
        ...['critic', '--endpoint', url, '-m', 'm', '-c', '1', '--max-tokens', '100', '--cache', 'off'],
        ...['--price', 'in=1,out=2', '--budget-usd', '1', '--run', name],
      ],
      { cwd, input },
    );
    assert.equal(ran.code, code, `${name}: ${ran.stderr}`);
    const { tokens, usd, budget } = await readRunStatus(join(cwd, name));
    assert.deepEqual(tokens, bill, name);
    assert.equal(usd?.toFixed(9), usdOf(bill).toFixed(9), name);
    assert.equal(budget?.spent_usd?.toFixed(9), usdOf(bill).toFixed(9), name);
    const events = (await readFile(join(cwd, name, 'events.jsonl'), 'utf8')).trim().split('\n');
    assert.equal(JSON.parse(events.at(-1)!).type, 'budget', name);
  }
});
