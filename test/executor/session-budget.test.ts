// The budget of a session: said once, kept to, shared where it names a folder.
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { type EndpointEvent, endpointChannelName } from '../../src/endpoints/events.ts';
import type { SessionOptions } from '../../src/executor/session.ts';
import { listening } from '../support/listening.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { opened, reply, served } from './opened-session.ts';

test('with a budget, the limit of replies that have none is said once for each model, with how many calls fit', async (t) => {
  const given = await served(t);
  const priced = await opened(t, { budget: { usd: 5, price: 'in=1,out=2' } }, given);
  for (const text of ['a', 'b']) await reply(priced.session, text);
  const lines = priced.said.filter((line) => line.startsWith('budget: replies are limited'));
  assert.equal(lines.length, 1);
  assert.match(
    lines[0]!,
    /^budget: replies are limited to [\d,]+ tokens \(.+; --max-tokens where the command has it\); a call may take 0\.\d+ USD, so that [\d,]+ fit at a time$/,
  );
  const [, usd, fit] = /may take (0\.\d+) USD, so that ([\d,]+) fit/.exec(lines[0]!)!;
  const share = (Number(fit!.replaceAll(',', '')) * Number(usd)) / 5;
  assert.ok(Math.abs(share - 1) < 0.02, `${fit} of ${usd} USD in 5 USD`);
  const tokens = await opened(t, { budget: { tokens: 1_000_000 } }, given);
  await reply(tokens.session, 'c');
  assert.match(tokens.said.join('\n'), /^budget: replies are limited to [\d,]+ tokens \([^)]*\)$/m);
  const unlimited = await opened(t, {}, given);
  await reply(unlimited.session, 'd');
  await unlimited.session.close();
  assert.deepEqual(unlimited.said, []);
});

test('a spent budget ends calls, and what failed is said when the session is closed', async (t) => {
  const given = await served(t);
  const { session, said } = await opened(t, { budget: { tokens: 10 } }, given);
  await assert.rejects(reply(session), { code: 'LB_BUDGET' });
  // It was not made: no server has failed.
  assert.equal(session.counters.total().failed, 0);
  await session.close();
  assert.ok(
    said.every((line) => !line.includes('failed')),
    said.join('\n'),
  );
  const server = createServer((_, response) => {
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"too long"}}');
  });
  const url = await listening(t, server);
  const refused = await opened(t, {}, { 'critic.base_url': `${url}/v1`, 'critic.model': 'm' });
  await assert.rejects(reply(refused.session), /too long/);
  assert.deepEqual(refused.said, []);
  await refused.session.close();
  assert.match(refused.said.join('\n'), /too long/);
});

test('a budget that names a folder is shared with other sessions that name it', async (t) => {
  const given = await served(t);
  const folder = await temporaryFolder(t);
  const spent = async (budget: SessionOptions['budget'], budgetFolder?: string) => {
    const { session } = await opened(t, { budget, budgetFolder }, given);
    await reply(session, 'A question of some length', { max_tokens: 50 });
  };
  await spent({ tokens: 100_000, folder });
  const names = await readdir(folder);
  assert.ok(names.length > 0, 'the count is kept there');
  const other = join(folder, 'job');
  await spent({ tokens: 100_000 }, other);
  assert.ok((await readdir(other)).length > 0);
  const free = join(folder, 'free');
  await spent({ folder: free });
  assert.equal(existsSync(free), false, 'without a limit nothing is kept');
});

test('the limit of a model whose longest reply is known is that, and says so', async (t) => {
  const given = { ...(await served(t)), 'critic.model': 'gpt-4o' };
  const { session, said } = await opened(t, { budget: { tokens: 1_000_000 } }, given);
  await reply(session).catch(() => {});
  assert.match(
    said.join('\n'),
    /^budget: replies are limited to 16,384 tokens \(the most that gpt-4o writes; --max-tokens/m,
  );
});

test('what is spent is told with its limits when the session is closed', async (t) => {
  const events: EndpointEvent[] = [];
  const listen = (event: unknown): void => void events.push(event as EndpointEvent);
  subscribe(endpointChannelName, listen);
  t.after(() => unsubscribe(endpointChannelName, listen));
  const { session } = await opened(t, { budget: { tokens: 100_000 } }, await served(t));
  await reply(session);
  await session.close();
  const last = events.findLast(({ type }) => type === 'budget');
  assert.ok(last?.type === 'budget');
  assert.deepEqual([last.limit_usd, last.limit_tokens], [null, 100_000]);
  assert.ok(last.spent_tokens > 0);
});
