import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { criticStage } from '../../src/critic/critic.ts';
import { checkedSystem, templatePrompt } from '../../src/critic/template.ts';
import { protocols } from '../../src/records/protocols.ts';
import { recordingEndpoint } from '../support/recording-endpoint.ts';

const judged = { problem: 'P {steps} $& {answer}', steps: ['first {problem}', 'second'] };
const contentOf = (text: string, protocol: (typeof protocols)[number] = 'first_error'): string =>
  templatePrompt(text, protocol, 't.txt').messages(judged)[0]!.content;

test('a template is filled in one pass: what is in problem and steps stays as it is', () => {
  assert.equal(
    contentOf('A {problem} B {steps} C \\boxed{}'),
    'A P {steps} $& {answer} B <paragraph_0>\nfirst {problem}\n</paragraph_0>\n\n<paragraph_1>\nsecond\n</paragraph_1> C \\boxed{}',
  );
  assert.equal(contentOf('{steps}', 'all_errors'), 'Section 1:\nfirst {problem}\n\nSection 2:\nsecond');
});

test('the public name of the tagged steps is known for first_error', () => {
  assert.equal(contentOf('{tagged_response}'), contentOf('{steps}'));
  assert.throws(() => contentOf('{tagged_response}', 'all_errors'), { code: 'LB_CONFIG' });
});

const forbidden = [
  '{answer}',
  '{final_answer}',
  '{error_steps}',
  '{label}',
  '{id}',
  '{meta.level}',
  '{injection.explanation}',
  '{steps[0]}',
  '{{ answer }}',
  '{{steps}}',
  '{ reference_answer }',
  ...['answer', 'steps'].map((name) => ['$', '{', name, '}'].join('')),
  '%(answer)s',
  '{Steps}',
  '{__proto__}',
  '{constructor}',
];
for (const placeholder of forbidden) {
  test(`a template that asks for ${placeholder} is refused, with its line and what is allowed`, () => {
    for (const protocol of protocols) {
      assert.throws(
        () => templatePrompt(`first\n{problem} {steps}\n${placeholder}`, protocol, 'mine.txt'),
        (error: Error & { code?: string }) =>
          error.code === 'LB_CONFIG' &&
          error.message.startsWith('mine.txt:3: ') &&
          error.message.includes('{steps}'),
      );
    }
  });
}

test('a template without the steps is refused', () => {
  for (const text of ['', 'no place', 'only {problem}'])
    assert.throws(() => contentOf(text), { code: 'LB_CONFIG', message: /no place for the steps/ });
});

test('LaTeX and JSON in a template are no placeholders', () => {
  for (const text of [
    '\\boxed{index}',
    'x_{n} + a^{n}',
    '\\frac{a}{b}',
    '\\sqrt[3]{x}',
    '{"first_error": 3}',
    '{}',
    '{1, 2}',
  ])
    assert.equal(contentOf(`${text} {steps}`).startsWith(text), true, text);
});

test('a backspace where \\boxed was meant is refused', () => {
  assert.throws(() => contentOf('{steps}\nin \boxed{}'), {
    code: 'LB_CONFIG',
    message: /t\.txt:2: .*U\+0008/,
  });
});

test('two templates, and one template in two protocols, have different versions and hashes', () => {
  const versions = protocols.flatMap((protocol) =>
    ['{steps}', '{steps} '].map((text) => {
      const { version, promptHash } = templatePrompt(text, protocol, 't');
      assert.match(version, /^template\/[0-9a-f]{12}$/);
      return `${version} ${promptHash}`;
    }),
  );
  assert.equal(new Set(versions).size, 4);
});

test('the version does not depend on where the template lies', () => {
  const config = (source: string): unknown =>
    criticStage({
      endpoint: recordingEndpoint(() => ''),
      protocol: 'first_error',
      votes: 1,
      seed: 0,
      template: { text: '{steps}', source },
    }).config;
  assert.deepEqual(config('/a/b.txt'), config('c.txt'));
});

test('a wording beside a template, or for all_errors, is refused', () => {
  const endpoint = recordingEndpoint(() => '');
  const base = { endpoint, votes: 1, seed: 0, wording: 'maths' } as const;
  const template = { text: '{steps}', source: 't' };
  assert.throws(() => criticStage({ ...base, protocol: 'first_error', template }), { code: 'LB_CONFIG' });
  assert.throws(() => criticStage({ ...base, protocol: 'all_errors' }), { code: 'LB_CONFIG' });
});

test('a system prompt has no placeholders', () => {
  assert.equal(checkedSystem('Put it in \\boxed{}.', '--system'), 'Put it in \\boxed{}.');
  for (const text of ['{steps}', 'The answer is {answer}', '  ', 'a\bb'])
    assert.throws(() => checkedSystem(text, '--system'), { code: 'LB_CONFIG' });
});

test('whatever a template says, what is sent is its own text with problem and steps put in', () => {
  const piece = fc.constantFrom('{problem}', '{steps}', ' \\boxed{}', 'x_{n}', '{"a": 1}', '$', '\n', '}');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = `${pieces.join(' ')} {steps}`;
      const steps = contentOf('{steps}');
      const expected = text
        .split(/(\{problem\}|\{steps\})/)
        .map((part) => (part === '{problem}' ? judged.problem : part === '{steps}' ? steps : part))
        .join('');
      assert.equal(contentOf(text), expected);
    }),
  );
});
