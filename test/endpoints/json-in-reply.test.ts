import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFirstError } from '../../src/critic/parse-first-error.ts';
import { jsonTexts } from '../../src/endpoints/json-in-reply.ts';
import { readObjects } from '../../src/endpoints/reply-json/object-in-reply.ts';
import { lastStated } from '../../src/endpoints/reply-json/taken-back.ts';
import { readInjectReply } from '../../src/inject/reply.ts';
import { processorMs } from '../support/processor-time.ts';

const fenced = (text: string): string => `\`\`\`json\n${text}\n\`\`\``;
const texts = (reply: string): string[] => jsonTexts(reply).map(({ value }) => value);

test('JSON is the whole reply or what its fences hold, behind its reasoning', () => {
  assert.deepEqual(texts('[1, 2]'), ['[1, 2]']);
  assert.deepEqual(texts(`<think>[3]</think>\n${fenced('[1]')} or ${fenced('[2]')}`), ['[1]', '[2]']);
  assert.deepEqual(texts('Sections [1, 2] are wrong.'), []);
  assert.deepEqual(texts('3'), []);
  assert.deepEqual(texts('```json\n[1]'), []);
});

test('all objects of a reply that have a field are found, with the text in front of each', () => {
  const stated = (reply: string) =>
    readObjects(reply, { fields: { a: ['b'] } }).map(({ value, before }) => [value.value.a, before]);
  assert.deepEqual(stated('Set {1, 2}: {"a": 1} then {"c": 0} {"b": 2} {}'), [
    [1, 'Set {1, 2}: '],
    [2, ' then {"c": 0} '],
  ]);
  assert.deepEqual(stated('{"list": [{"a": 1}, {"a": 2}]}'), [
    [1, ''],
    [2, ''],
  ]);
  assert.deepEqual(stated('{"a": 1, "a": 2}'), [], 'two objects in one');
  assert.deepEqual(stated('{"a": 1, "a": 1}'), [[1, '']]);
});

test('of several statements the last counts where it agrees or corrects, and none where they contradict', () => {
  const last = (...between: string[]) =>
    lastStated(
      between.map((before, value) => ({ value, before })),
      (one, other) => one === other,
    );
  assert.equal(last(''), 0);
  assert.equal(last('', ' '), undefined);
  assert.equal(last('', '\nand\n'), undefined);
  for (const correction of [
    'Wait, that is not it.',
    'Corrected:',
    '**Final answer**',
    'On reflection:',
    'Hmm.',
  ])
    assert.equal(last('', `\n${correction}\n`), 1, correction);
  assert.equal(last('My first attempt: ', '\n'), 1);
  assert.equal(last('', 'Correction: ', '\n'), undefined, 'two behind the correction');
  assert.equal(last('', '\n', 'Correction: '), 2);
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
  for (const unit of ['{', '}', '{}', '{"', '{"a":', '{"a":1}', '```json\n', '{{}', '<think>{']) {
    const reply = unit.repeat(200_000);
    const work = (): void => void [jsonTexts(reply), readObjects(reply, { fields: { a: [] } })];
    const spent = processorMs(work, 2000);
    assert.ok(spent < 2000, `${JSON.stringify(unit)} took ${spent} ms`);
  }
});
