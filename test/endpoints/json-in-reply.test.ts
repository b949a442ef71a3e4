import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFirstError } from '../../src/critic/parse-first-error.ts';
import { jsonInReply, objectInReply } from '../../src/endpoints/json-in-reply.ts';
import { readInjectReply } from '../../src/inject/reply.ts';
import { processorMs } from '../support/processor-time.ts';

const fenced = (text: string): string => `\`\`\`json\n${text}\n\`\`\``;

test('an object is read bare, fenced, in prose and behind reasoning', () => {
  const object = '{"a": "}{ \\" ", "b": {"c": [1]}}';
  for (const reply of [
    object,
    `\n${object}\n`,
    fenced(object),
    `Sure: ${object} I hope that helps.`,
    `The set {1, 2} in \\frac{1}{2} is no answer.\n${fenced(object)}\nDone, see \\boxed{}.`,
    `<think>{"a": "draft"}</think>${object}`,
    `{"a": "draft"} on second thoughts ${object} {}`,
  ]) {
    assert.deepEqual(objectInReply(reply), { value: { a: '}{ " ', b: { c: [1] } } }, reply);
    assert.deepEqual(jsonInReply(reply), { a: '}{ " ', b: { c: [1] } }, reply);
  }
});

test('a reply without an object says whether there was none or it was not JSON', () => {
  const none = { reason: 'the reply holds no whole JSON object' };
  const wrong = { reason: 'the reply is not JSON (are backslashes in LaTeX doubled?)' };
  for (const reply of ['', 'no', '[1]', '"{"', '<think>{"a": 1}', '<think>{"a": 1}</think> none'])
    assert.deepEqual(objectInReply(reply), none, reply);
  // Cut off: the part that is whole by chance is no answer.
  assert.deepEqual(objectInReply('{"target_step": 3, "steps": [{"step": 3, "text": "x"}, {"st'), none);
  assert.deepEqual(objectInReply('{"steps": [{"step": 3}], "text": "\\sqrt"}'), wrong);
  assert.deepEqual(objectInReply('Nothing: {}'), { value: {} });
});

test('a list counts as the whole reply or in the last fence, not in prose', () => {
  assert.deepEqual(jsonInReply('[1, 2]'), [1, 2]);
  assert.deepEqual(jsonInReply(`${fenced('[1]')} or ${fenced('[2]')}`), [2]);
  assert.equal(jsonInReply('Sections [1, 2] are wrong.'), undefined);
  assert.equal(jsonInReply('3'), undefined);
});

test('critics read JSON in prose as injectors do, and injectors skip reasoning as critics do', () => {
  const { value, method } = parseFirstError('Here it is: {"first_error": 2}. Good luck.', 5);
  assert.deepEqual([value, method], [2, 'json']);
  const draft =
    '<think>Maybe {"target_step": 1, "steps": ["a"], "final_answer": "1", "explanation": "x"}</think>';
  assert.equal(readInjectReply(`${draft} {"target_step": null, "reason": "no"}`).kind, 'declined');
  assert.equal(readInjectReply(draft).kind, 'unreadable');
});

test('time is linear in the length of a reply, whatever its braces', () => {
  for (const unit of ['{', '}', '{}', '{"', '{"a":', '```json\n', '{{}', '<think>{']) {
    const reply = unit.repeat(200_000);
    const work = (): void => void [objectInReply(reply), jsonInReply(reply)];
    const spent = processorMs(work, 2000);
    assert.ok(spent < 2000, `${JSON.stringify(unit)} took ${spent} ms`);
  }
});
