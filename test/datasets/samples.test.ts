// The problems that ship with the project: well-formed records, complete solutions, arithmetic that holds.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Solution, solutionSchema } from '../../src/records/solution.ts';
import { relationsIn } from './exact-latex.ts';

const text = readFileSync('data/samples/problems.jsonl', 'utf8');
const records: Solution[] = text
  .trimEnd()
  .split('\n')
  .map((line) => solutionSchema.parse(JSON.parse(line)));

const subjects = [
  'algebra',
  'number_theory',
  'combinatorics',
  'geometry',
  'probability',
  'calculus',
  'sequences',
];

test('there are at least 28 problems, at least four for each of the seven subjects', () => {
  assert.ok(records.length >= 28);
  for (const subject of subjects) {
    assert.ok(records.filter((record) => record.subject === subject).length >= 4, subject);
  }
  assert.deepEqual(new Set(records.map(({ subject }) => subject)), new Set(subjects));
});

test('the file is one object a line with unique ids and unique problems, and ends with a newline', () => {
  assert.ok(text.endsWith('}\n'));
  assert.equal(new Set(records.map(({ id }) => id)).size, records.length);
  assert.equal(new Set(records.map(({ problem }) => problem)).size, records.length);
  for (const record of records) {
    assert.match(record.id, new RegExp(`^samples/${record.subject}-\\d+$`));
    assert.equal(record.id, `${record.dataset}/${record.original_id}`);
  }
});

test('every solution is presented as correct and has 10 to 16 steps', () => {
  for (const record of records) {
    assert.ok(record.steps.length >= 10 && record.steps.length <= 16, record.id);
    assert.deepEqual(record.error_steps, []);
    assert.equal(record.error_source, null);
    assert.equal(record.final_answer_correct, true);
    assert.ok(typeof record.difficulty === 'number' && record.difficulty >= 1 && record.difficulty <= 5);
  }
});

test('the last step, and no other, boxes the answer', () => {
  for (const { id, steps, answer, final_answer } of records) {
    assert.equal(answer, final_answer, id);
    assert.ok(steps.at(-1)!.includes(`\\boxed{${answer}}`), id);
    assert.equal(steps.filter((step) => step.includes('\\boxed')).length, 1, id);
  }
});

test('dollar signs and braces are balanced in every step and nothing was lost in escaping', () => {
  for (const { id, problem, steps } of records) {
    for (const part of [problem, ...steps]) {
      assert.equal(part.split('$').length % 2, 1, `${id}: ${part}`);
      assert.equal(part.split('{').length, part.split('}').length, `${id}: ${part}`);
      assert.doesNotMatch(part, /[\u0000-\u001f]|\s\s|^\s|\s$/, `${id}: ${part}`);
    }
  }
});

test('every relation between plain numbers holds, and there are several in each solution', () => {
  let total = 0;
  for (const { id, problem, steps } of records) {
    const relations = [problem, ...steps].flatMap(relationsIn);
    for (const relation of relations) assert.ok(relation.holds, `${id}: ${relation.text}`);
    assert.ok(relations.length >= 3, `${id} has ${relations.length}`);
    total += relations.length;
  }
  assert.ok(total >= 12 * records.length, `${total} relations`);
});
