// What becomes of requests that a server does not take as they are, and how profiles are kept.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ChatRequest } from '../../../src/endpoints/chat.ts';
import { createChatEndpoint } from '../../../src/endpoints/client.ts';
import { chooseDialect } from '../../../src/endpoints/dialects/choose.ts';
import { chatDialect } from '../../../src/endpoints/dialects/openai.ts';
import { adapted, type Parameter, type Requirement } from '../../../src/endpoints/profile/parameters.ts';
import { openProfile, type ProfilePlaces } from '../../../src/endpoints/profile/profile.ts';
import { createRedactor } from '../../../src/endpoints/redact.ts';
import { createUsageCounters } from '../../../src/endpoints/usage-counters.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const system = { role: 'system', content: 'Be brief.' } as const;
const user = { role: 'user', content: 'x' } as const;
const request: ChatRequest = { messages: [system, user], temperature: 0, seed: 1, max_tokens: 9 };

function without(...refuses: Parameter[]): ChatRequest {
  return adapted(request, new Set(refuses));
}

const profileOf = (
  places: ProfilePlaces,
  lines: string[] = [],
  endpoint = 'https://e.example/v1',
  requires: readonly Requirement[] = [],
) =>
  openProfile({
    places,
    endpoint,
    model: 'm',
    dialect: chatDialect,
    requires,
    redactor: createRedactor(['sk-secret-key-123456']),
    say: (line) => lines.push(line),
  });

test('parameters are left out, renamed, or said another way', () => {
  assert.equal(without(), request);
  assert.deepEqual(without('seed', 'temperature'), { messages: [system, user], max_tokens: 9 });
  const { max_tokens: _, ...unlimited } = request;
  assert.deepEqual(without('max_tokens'), { ...unlimited, max_completion_tokens: 9 });
  assert.deepEqual(without('max_tokens', 'max_completion_tokens'), request);
  assert.deepEqual(without('system').messages, [{ ...system, role: 'developer' }, user]);
  assert.deepEqual(without('system', 'developer').messages, [{ role: 'user', content: 'Be brief.\n\nx' }]);
  const schema = { name: 's', schema: { type: 'object' } };
  const strict: ChatRequest = {
    messages: [user],
    response_format: { type: 'json_schema', json_schema: schema },
  };
  const object = adapted(strict, new Set<Parameter>(['json_schema']));
  assert.deepEqual(object.response_format, { type: 'json_object' });
  assert.deepEqual(adapted(strict, new Set<Parameter>(['json_schema', 'json_object'])), { messages: [user] });
});

test('what is learned is kept for others, without secrets, and said once where it changes the work', async (t) => {
  const home = await temporaryFolder(t);
  const lines: string[] = [];
  const profile = await profileOf({ home }, lines);
  await profile.learn({ parameter: 'seed', said: 'no seed with sk-secret-key-123456' });
  profile.adapt(request);
  profile.adapt(request);
  assert.equal(lines.length, 1);
  assert.match(lines[0]!, /m at https:\/\/e\.example\/v1 does not take a seed.*replies differ between runs/);
  assert.equal((await readFile(join(home, 'profiles.json'), 'utf8')).includes('sk-secret-key'), false);
  const later: string[] = [];
  const again = await profileOf({ home }, later);
  assert.deepEqual(again.adapt(request).seed, undefined);
  assert.equal(later.length, 1);
  assert.deepEqual(again.adapted, ['seed']);
  assert.equal((await profileOf({ home }, [], 'https://other.example/v1')).adapted, undefined);
});

test('several that learn at once lose nothing, and a file that cannot be read is as good as none', async (t) => {
  const home = await temporaryFolder(t);
  await writeFile(join(home, 'profiles.json'), '{"version": 1, "profi');
  const names = ['seed', 'temperature', 'top_p', 'top_k', 'system', 'developer', 'json_object'] as const;
  await Promise.all(
    names.map(async (parameter, at) => {
      const profile = await profileOf({ home }, [], `https://e${at % 2}.example/v1`);
      await profile.learn({ parameter, said: 'no' });
    }),
  );
  const [first, second] = await Promise.all(
    [0, 1].map((at) => profileOf({ home }, [], `https://e${at}.example/v1`)),
  );
  assert.deepEqual([...first!.refuses, ...second!.refuses].sort(), [...names].sort());
});

test('the profile of a run goes before that of all runs', async (t) => {
  const [home, run] = [await temporaryFolder(t), await temporaryFolder(t)];
  await (await profileOf({ home })).learn({ parameter: 'seed', said: 'no' });
  assert.deepEqual([...(await profileOf({ home, run })).refuses], ['seed']);
  await (await profileOf({ home })).learn({ parameter: 'top_k', said: 'no' });
  assert.deepEqual([...(await profileOf({ home, run })).refuses], ['seed']);
  assert.deepEqual([...(await profileOf({ home })).refuses].sort(), ['seed', 'top_k']);
});

test('what a run requires is never left out, also of calls that others learn it for', async (t) => {
  const home = await temporaryFolder(t);
  const profile = await profileOf({ home }, [], undefined, ['temperature']);
  const config = { code: 'LB_ENDPOINT_CONFIG' };
  await assert.rejects(profile.learn({ parameter: 'temperature', said: 'no' }), config);
  assert.throws(() => profile.adapt(request), config);
  await assert.rejects(profileOf({ home }, [], undefined, ['temperature']), config);
  const easy = await profileOf({ home });
  assert.equal(easy.adapt(request).temperature, undefined);
});

test('calls in flight when something is learned are sent again, and no call after', async (t) => {
  let refused = 0;
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { seed } = JSON.parse(Buffer.concat(chunks).toString()) as ChatRequest;
    if (seed !== undefined) refused += 1;
    response.writeHead(seed === undefined ? 200 : 400, { 'content-type': 'application/json' });
    const error = { error: { message: 'Unrecognized request argument supplied: seed' } };
    const good = { model: 'm', choices: [{ message: { content: 'hi' }, finish_reason: 'stop' }] };
    response.end(JSON.stringify(seed === undefined ? good : error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = createChatEndpoint({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    model: 'm',
    concurrency: 8,
    counters: createUsageCounters(),
    profile: await profileOf({}),
  });
  t.after(async () => {
    await endpoint.close();
    server.closeAllConnections();
    server.close();
  });
  const { signal } = new AbortController();
  const ask = (from: number) =>
    Promise.all(
      Array.from({ length: 8 }, (_, at) => endpoint.chat({ ...request, seed: from + at }, { signal })),
    );
  for (const { content } of await ask(0)) assert.equal(content, 'hi');
  assert.ok(refused >= 1 && refused <= 8);
  const learning = refused;
  await ask(100);
  assert.equal(refused, learning);
  assert.deepEqual(endpoint.adapted, ['seed']);
});

test('an overloaded Anthropic server is asked again', async (t) => {
  let calls = 0;
  const server = createServer((incoming, response) => {
    incoming.resume();
    calls += 1;
    response.writeHead(calls < 3 ? 529 : 200, { 'content-type': 'application/json' });
    const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    const good = { content: [{ type: 'text', text: 'hi' }], stop_reason: 'end_turn', usage: {} };
    response.end(JSON.stringify(calls < 3 ? overloaded : good));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const endpoint = createChatEndpoint({
    baseUrl,
    model: 'claude',
    dialect: chooseDialect('anthropic', baseUrl),
    concurrency: 1,
    backoff: { firstMs: 1, maxMs: 5 },
    counters: createUsageCounters(),
  });
  t.after(async () => {
    await endpoint.close();
    server.closeAllConnections();
    server.close();
  });
  const reply = await endpoint.chat({ messages: [user] }, { signal: new AbortController().signal });
  assert.deepEqual([reply.content, calls], ['hi', 3]);
});
