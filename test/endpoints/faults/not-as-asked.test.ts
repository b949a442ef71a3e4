// Rows 13-15 and 30 of the fault table: whole replies that are not what was asked for, and other things asked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatRequest } from '../../../src/endpoints/chat.ts';
import type { FaultRule } from '../../../src/simulator/faults/rules.ts';
import { failed, isReply, requests, setting, tallied } from './setting.ts';

const model = 'latebench-sim/sampler';
const withLogprobs = { logprobs: true, top_logprobs: 4, max_tokens: 12, temperature: 0 } as const;

const degenerate: readonly (readonly [string, FaultRule])[] = [
  ['no logprobs', { do: 'no_logprobs' }],
  ['0 and -9999', { do: 'degenerate_logprobs' }],
  ['null', { do: 'degenerate_logprobs', values: [null] }],
  ['-Infinity as text', { do: 'degenerate_logprobs', values: ['-inf', 'NaN'] }],
  ['empty alternatives', { do: 'fewer_alternatives', keep: 0 }],
  ['one alternative', { do: 'fewer_alternatives', keep: 1 }],
];

for (const [what, rule] of degenerate) {
  test(`row 13: logprobs with ${what} are kept and flagged, and five such replies in a row end the run`, async (t) => {
    const storm = await setting(t, [{ ...rule, when: { marker: 'poor' } }], { model, concurrency: 1 });
    const expected = requests(6, withLogprobs);
    const poor = requests(9, withLogprobs, 'poor');
    const endings = await storm.client.ask([
      ...poor.slice(0, 4),
      ...expected.slice(0, 3),
      ...poor.slice(4, 8),
      ...expected.slice(3),
    ]);
    assert.deepEqual(failed(endings), [], 'four in a row may be chance');
    const flagged = endings.map((ending) => isReply(ending) && ending.degenerate === true);
    assert.deepEqual(
      flagged.map((flag, at) => (flag ? at : -1)).filter((at) => at >= 0),
      [0, 1, 2, 3, 7, 8, 9, 10],
    );
    assert.equal((await storm.kept(poor[0]!)).length, 1, 'never asked for again');
    await storm.holds(expected, 8);
    const resumed = await storm.resume();
    const again = await resumed.ask(poor.slice(0, 8));
    assert.ok(
      again.every((ending) => isReply(ending) && ending.degenerate === true),
      'also out of the journal',
    );
    const more = await resumed.ask(requests(5, withLogprobs, 'more poor'));
    assert.deepEqual(failed(more), ['LB_ENDPOINT_STOPPED']);
    assert.equal(typeof more[4], 'string', 'the fifth');
  });
}

test('row 14: a reply cut by its length is valid, flagged by its finish reason and not asked for again', async (t) => {
  const storm = await setting(t, [], { model });
  const expected = requests(10, { max_tokens: 4, temperature: 0 });
  const endings = await storm.client.ask(expected);
  assert.ok(endings.every((ending) => isReply(ending) && ending.finishReason === 'length'));
  assert.equal(storm.server.counts.requests, 10);
  const resumed = await storm.resume({ offline: true });
  assert.deepEqual(await resumed.ask(expected), endings);
  await storm.holds(expected);
});

const longPrompt = `${'Consider the sum of these numbers. '.repeat(250)}What is`;

for (const [what, rule, message] of [
  ['the prompt is cut in silence', { do: 'short_prompt' }, longPrompt],
  ['max_tokens is ignored', { do: 'ignore_max_tokens' }, 'What is'],
  ['another model answers', { do: 'wrong_model' }, 'What is'],
] as const) {
  test(`row 15: where ${what}, the run stops, and resumes once it is mended`, async (t) => {
    const storm = await setting(t, [{ ...rule, when: { after_calls: 2, for_calls: 1 } }], {
      model,
      concurrency: 1,
    });
    const expected = requests(8, { max_tokens: 8, temperature: 0 }, message);
    const endings = await storm.client.ask(expected);
    assert.deepEqual(tallied(failed(endings)), { LB_ENDPOINT_STOPPED: 6 });
    assert.equal(storm.server.counts.requests, 3, 'what waited behind it is not paid for either');
    assert.equal((await storm.kept(expected[2]!)).length, 1);
    const resumed = await storm.resume();
    assert.deepEqual(failed(await resumed.ask(expected)), []);
    assert.equal(storm.server.counts.requests, 9);
    await storm.holds(expected, 1);
  });
}

test('row 30: other sampling, another prompt or another seed is other work, and nothing is mixed', async (t) => {
  const storm = await setting(t, [], { model, concurrency: 4 });
  const before = requests(5, { temperature: 0.2, max_tokens: 8 });
  const changes: readonly ChatRequest[][] = [
    requests(5, { temperature: 0.3, max_tokens: 8 }),
    requests(5, { temperature: 0.2, max_tokens: 9 }),
    requests(5, { temperature: 0.2, max_tokens: 8, top_p: 0.9 }),
    requests(5, { temperature: 0.2, max_tokens: 8, seed: 1 }),
    requests(5, { temperature: 0.2, max_tokens: 8 }, 'What, then, is'),
  ];
  const first = await storm.client.ask(before);
  const resumed = await storm.resume();
  for (const [at, changed] of changes.entries()) {
    assert.deepEqual(failed(await resumed.ask(changed)), []);
    assert.equal(storm.server.counts.requests, 5 * (at + 2), 'each of them is asked for');
  }
  const offline = await storm.resume({ offline: true, concurrency: 1 });
  assert.deepEqual(await offline.ask(before), first);
  await storm.holds([...before, ...changes.flat()]);
});
