// Lists of steps that have more elements than a function takes arguments: records, critiques and replies may have them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInjectReply } from '../../src/inject/reply.ts';
import { predictionOf } from '../../src/metrics/prediction.ts';
import { surfaceOf } from '../../src/publish/surface-features.ts';
import type { Critique } from '../../src/records/critique.ts';
import { firstStep } from '../../src/records/steps.ts';
import { createRecordNotes } from '../../src/stages/score/record-notes.ts';

const many = Array.from({ length: 300_000 }, (_, at) => 300_001 - at);
const steps = many.map(() => 'So.');

test('the first of steps is found in any order and any number, and none in none', () => {
  assert.equal(firstStep(many), 2);
  assert.equal(firstStep([3, 0, 5]), 0);
  assert.equal(firstStep([]), -1);
});

test('verdicts and solutions of hundreds of thousands of steps are read', () => {
  const critique: Critique = { critic: 'c', protocol: 'all_errors', status: 'ok', error_steps: many };
  assert.equal(predictionOf(critique, 'robust').first_error, 2);
  assert.equal(surfaceOf(steps)[0], steps.length);
  const said: string[] = [];
  const notes = createRecordNotes('score', (line) => said.push(line));
  notes.look({ id: 'r', steps, critiques: [critique] });
  notes.tell();
  assert.match(said.join('\n'), /1 verdict names a step .* \(first: c on r, step 300002 of 300,000\)/);
});

test('a reply that marks hundreds of thousands of steps is read', () => {
  const solution = { problem: 'What is 1 + 1?', steps: ['It is 2.', 'So 2.', 'Done.'] };
  const reply = { target_step: 2, error_steps: many, steps: ['So 3.', 'Done.'], final_answer: '3' };
  assert.doesNotThrow(() => readInjectReply(JSON.stringify(reply), JSON.stringify(solution)));
});
