import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { withSystem } from '../../src/critic/prompt.ts';
import { allErrorsPrompt } from '../../src/critic/prompt-all-errors.ts';
import { firstErrorPrompts } from '../../src/critic/prompt-first-error.ts';
import { testData } from '../support/test-data.ts';

const judged = {
  problem: 'P {problem} $& \\boxed{9}',
  steps: ['first\n\nstep', '</paragraph_0> {tagged_response}'],
};

test('the first-error prompt is one user message with the box sent intact', () => {
  const [message, ...others] = firstErrorPrompts.maths.messages(judged);
  assert.deepEqual(others, []);
  assert.equal(message?.role, 'user');
  assert.ok(message.content.endsWith(' in \u005cboxed{}.'));
  assert.ok(!message.content.includes('\b'));
});

test('the first-error prompt tags paragraphs from 0 and leaves their text alone', () => {
  const content = firstErrorPrompts.maths.messages(judged)[0]!.content;
  assert.ok(content.includes(`[Math Problem]\n\n${judged.problem}\n\n[Solution]\n\n<paragraph_0>\n`));
  assert.ok(
    content.includes(
      `<paragraph_0>\n${judged.steps[0]}\n</paragraph_0>\n\n<paragraph_1>\n${judged.steps[1]}\n</paragraph_1>\n\nYour task`,
    ),
  );
});

test('the all-errors prompt numbers sections from 1 and names the reply form', () => {
  const content = allErrorsPrompt.messages(judged)[0]!.content;
  assert.ok(content.includes(`Section 1:\n${judged.steps[0]}\n\nSection 2:\n${judged.steps[1]}`));
  assert.ok(!content.includes('Section 0'));
  for (const label of [
    'Conclusion: no error',
    'Conclusion: yes',
    'Error Section Number:',
    'Explanation:',
    'Confidence:',
  ]) {
    assert.ok(content.includes(label), label);
  }
});

test('a prompt cannot change its wording and keep its version', () => {
  assert.deepEqual(
    [firstErrorPrompts.maths, firstErrorPrompts.deltabench, allErrorsPrompt].map(
      ({ version, promptHash }) => [version, promptHash.slice(0, 12)],
    ),
    [
      ['processbench-maths/1', '004c4ee19a24'],
      ['processbench-deltabench/1', '39812c1a3927'],
      ['sections/1', 'e6364bc745b8'],
    ],
  );
});

test('a system prompt comes before the same prompt, and the version names it by its hash', () => {
  for (const prompt of [firstErrorPrompts.maths, firstErrorPrompts.deltabench, allErrorsPrompt]) {
    const strict = withSystem(prompt, 'You are strict.');
    assert.deepEqual(strict.messages(judged), [
      { role: 'system', content: 'You are strict.' },
      ...prompt.messages(judged),
    ]);
    assert.equal(strict.version, `${prompt.version}+system-21c646f50ac0`);
    assert.notEqual(strict.promptHash, prompt.promptHash);
    assert.notEqual(withSystem(prompt, 'You are kind.').promptHash, strict.promptHash);
  }
});

const page = `${testData}/requirements/deltabench-processbench-style.md`;
const noPage = existsSync(page) ? false : `${page} is not here`;
test('the wording for DeltaBench is the template of the requirements, to the letter', {
  skip: noPage,
}, () => {
  const template = readFileSync(page, 'utf8')
    .split('```')
    .find((block) => block.includes('{tagged_response}'))!;
  const steps = judged.steps.map((step, at) => `<paragraph_${at}>\n${step}\n</paragraph_${at}>`).join('\n\n');
  const expected = template
    .trim()
    .split(/(\{problem\}|\{tagged_response\})/)
    .map((part) => (part === '{problem}' ? judged.problem : part === '{tagged_response}' ? steps : part))
    .join('');
  assert.equal(firstErrorPrompts.deltabench.messages(judged)[0]!.content, expected);
});

// Mean, shortest and longest prompt in characters, as the evalscope page in the requirements gives them.
const published = {
  gsm8k: [1824.26, 876, 4520],
  math: [2297.11, 690, 7565],
  olympiadbench: [3166.77, 1129, 9005],
};

for (const [subset, lengths] of Object.entries(published)) {
  const file = `${testData}/data/processbench/${subset}.json`;
  const skip = existsSync(file) ? false : `${file} is not here`;
  test(`first-error prompts for ${subset} have the published lengths`, { skip }, () => {
    const rows = JSON.parse(readFileSync(file, 'utf8')) as { problem: string; steps: string[] }[];
    const counts = rows.map((row) => Array.from(firstErrorPrompts.maths.messages(row)[0]!.content).length);
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    assert.deepEqual([Number(mean.toFixed(2)), Math.min(...counts), Math.max(...counts)], lengths);
  });
}
