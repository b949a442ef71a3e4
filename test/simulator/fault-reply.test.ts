import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import type { FaultRule } from '../../src/simulator/faults/rules.ts';
import { chatBody, completionSchema, send, withSimulator } from './ask.ts';

const prompt = 'What is the sum of the first ten primes?';
const asked = { prompt, temperature: 0, logprobs: true, top_logprobs: 4 };

interface Reply {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly text: string;
  /** How the server counted it. */
  readonly counted: 'completed' | 'spoiled';
}

async function reply(rule: FaultRule | undefined, parameters: object = {}): Promise<Reply> {
  let answer: Reply | undefined;
  await withSimulator({ faults: rule === undefined ? [] : [rule] }, async ({ url, counts }) => {
    const body = chatBody('sampler', { ...asked, ...parameters });
    const sent = await send(`${url}/chat/completions`, body);
    assert.equal(counts.completed + counts.spoiled, 1);
    assert.equal(Object.keys(counts.by_request).length, counts.completed);
    answer = { ...sent, counted: counts.completed === 1 ? 'completed' : 'spoiled' };
  });
  assert.equal(answer!.status, 200);
  return answer!;
}

const json = ({ text }: Reply) => JSON.parse(text) as Record<string, unknown>;
const usual = async (parameters: object = {}) =>
  completionSchema.parse(json(await reply(undefined, parameters)));
const completion = async (rule: FaultRule, parameters: object = {}) =>
  completionSchema.parse(json(await reply(rule, parameters)));

function events({ text }: Reply): unknown[] {
  return text
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map((event) => JSON.parse(event.slice(6)));
}

test('an error under status 200 takes the place of the completion or in its choice', async () => {
  const words = { code: 429, message: 'provider is busy' };
  const body = await reply({ do: 'error_in_200', ...words });
  assert.equal(body.counted, 'spoiled');
  assert.deepEqual(json(body), { error: { ...words, metadata: { provider_name: 'latebench-sim' } } });
  const choice = await reply({ do: 'error_in_200', ...words, where: 'choice' });
  const found = z
    .object({ choices: z.tuple([z.looseObject({ finish_reason: z.string(), error: z.looseObject({}) })]) })
    .parse(json(choice)).choices[0];
  assert.deepEqual([found.finish_reason, found.error.code, choice.counted], ['error', 429, 'spoiled']);
});

test('an event stream may end with an error in place of its next event', async () => {
  for (const stream of [true, false]) {
    const broken = await reply({ do: 'error_event', after_events: 4, code: 'server_error' }, { stream });
    assert.match(String(broken.headers['content-type']), /^text\/event-stream/);
    assert.doesNotMatch(broken.text, /\[DONE\]/);
    const all = events(broken);
    assert.equal(all.length, 5);
    const last = z.object({ error: z.object({ code: z.string() }) }).parse(all.at(-1));
    assert.equal(last.error.code, 'server_error');
    assert.equal(broken.counted, 'spoiled');
  }
});

test('empty choices and null content come plain and streamed', async () => {
  const empty = await reply({ do: 'empty_choices' });
  assert.deepEqual([json(empty).choices, empty.counted], [[], 'spoiled']);
  const nothing = await reply({ do: 'null_content' });
  const message = z.looseObject({ content: z.null() });
  z.object({ choices: z.tuple([z.looseObject({ message, logprobs: z.null() })]) }).parse(json(nothing));
  assert.equal(nothing.counted, 'spoiled');
  for (const action of ['empty_choices', 'null_content'] as const) {
    const streamed = await reply({ do: action }, { stream: true });
    const choices = events(streamed).flatMap(
      (event) => z.object({ choices: z.array(z.unknown()) }).parse(event).choices,
    );
    assert.equal(choices.length > 0, action === 'null_content');
    for (const choice of choices) z.object({ delta: message }).parse(choice);
    assert.match(streamed.text, /data: \[DONE\]\n\n$/);
  }
});

test('logprobs can be missing, and a call that asked for none is then as good as ever', async () => {
  const missing = await reply({ do: 'no_logprobs' });
  const parsed = completionSchema.parse(json(missing));
  assert.deepEqual([parsed.choices[0].logprobs, missing.counted], [null, 'spoiled']);
  assert.deepEqual(parsed.choices[0].message, (await usual()).choices[0].message);
  const none = { logprobs: undefined, top_logprobs: undefined };
  assert.equal((await reply({ do: 'no_logprobs' }, none)).counted, 'completed');
});

test('degenerate logprobs are 0 and -9999 in turn, or the values given, without alternatives', async () => {
  const wire = z.object({
    choices: z.tuple([
      z.looseObject({
        logprobs: z.object({
          content: z.array(z.looseObject({ logprob: z.unknown(), top_logprobs: z.array(z.unknown()) })),
        }),
      }),
    ]),
  });
  const tokens = (found: Reply) => wire.parse(json(found)).choices[0].logprobs.content;
  const degenerate = await reply({ do: 'degenerate_logprobs' });
  for (const [index, token] of tokens(degenerate).entries()) {
    assert.deepEqual([token.logprob, token.top_logprobs], [index % 2 === 0 ? 0 : -9999, []]);
  }
  assert.equal(degenerate.counted, 'spoiled');
  const values = [null, '-inf', 0.003];
  const given = tokens(await reply({ do: 'degenerate_logprobs', values }));
  assert.deepEqual(
    given.slice(0, 3).map(({ logprob }) => logprob),
    values,
  );
});

test('fewer alternatives than were asked for are of use from two on', async () => {
  for (const keep of [0, 1, 2]) {
    const fewer = await reply({ do: 'fewer_alternatives', keep });
    const { content } = completionSchema.parse(json(fewer)).choices[0].logprobs!;
    assert.ok(content.every(({ top_logprobs }) => top_logprobs.length === keep));
    assert.equal(fewer.counted, keep < 2 ? 'spoiled' : 'completed');
  }
});

test('the last alternatives of each token can be placeholders', async () => {
  const spoilt = await reply({ do: 'sentinel_alternatives', count: 2, value: '-Infinity' });
  const chances = z.array(z.looseObject({ logprob: z.unknown() }));
  const content = z.array(z.looseObject({ top_logprobs: chances }));
  const wire = z.object({ choices: z.tuple([z.looseObject({ logprobs: z.object({ content }) })]) });
  for (const { top_logprobs } of wire.parse(json(spoilt)).choices[0].logprobs.content) {
    const logprobs = top_logprobs.map(({ logprob }) => logprob);
    assert.deepEqual(logprobs.slice(-2), ['-Infinity', '-Infinity']);
    assert.ok(logprobs.slice(0, -2).every((logprob) => typeof logprob === 'number'));
  }
});

test('the model, the token limit and the prompt can be other than was asked', async () => {
  const whole = await usual();
  const other = await completion({ do: 'wrong_model', model: 'tiny-model' });
  assert.deepEqual({ ...other, model: whole.model }, whole);
  assert.equal(other.model, 'tiny-model');
  const unlimited = await completion({ do: 'ignore_max_tokens' }, { max_tokens: 3 });
  assert.deepEqual(unlimited.choices, whole.choices);
  assert.equal(unlimited.usage.completion_tokens, Math.max(103, whole.usage.completion_tokens));
  const cut = await completion({ do: 'short_prompt', prompt_tokens: 2 });
  assert.deepEqual(cut.choices, whole.choices);
  assert.deepEqual(cut.usage, {
    prompt_tokens: 2,
    completion_tokens: whole.usage.completion_tokens,
    total_tokens: 2 + whole.usage.completion_tokens,
  });
});

test('a reply can end early, at a length that is kept or for want of resources', async () => {
  const whole = await usual();
  for (const [reason, counted] of [
    ['length', 'completed'],
    ['content_filter', 'completed'],
    ['insufficient_system_resource', 'spoiled'],
  ] as const) {
    const ended = await reply({ do: 'finish_reason', reason });
    const { choices, usage } = z
      .object({
        choices: z.tuple([z.looseObject({ finish_reason: z.string(), message: z.looseObject({}) })]),
        usage: completionSchema.shape.usage,
      })
      .parse(json(ended));
    assert.deepEqual([choices[0].finish_reason, ended.counted], [reason, counted]);
    assert.equal(usage.completion_tokens, Math.ceil(whole.usage.completion_tokens / 2));
    const content = String(choices[0].message.content);
    assert.ok(whole.choices[0].message.content.startsWith(content) && content !== '');
  }
});

test('rate headers say what is left on a reply that is otherwise the usual one', async () => {
  const rule = {
    do: 'rate_headers',
    limit_requests: 60,
    remaining_requests: 0,
    reset_requests: '1s',
    remaining_tokens: 12,
    reset_tokens: '6m0s',
  } as const;
  for (const stream of [false, true]) {
    const told = await reply(rule, { stream });
    assert.equal(told.text, (await reply(undefined, { stream })).text);
    assert.equal(told.counted, 'completed');
    const found = Object.entries(told.headers).filter(([name]) => name.startsWith('x-ratelimit-'));
    assert.deepEqual(Object.fromEntries(found), {
      'x-ratelimit-limit-requests': '60',
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '1s',
      'x-ratelimit-remaining-tokens': '12',
      'x-ratelimit-reset-tokens': '6m0s',
    });
  }
});
