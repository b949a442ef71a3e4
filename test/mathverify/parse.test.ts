// What parsing extracts: the worked examples of the requirement, configurations, modes and options.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  exprConfig,
  latexConfig,
  type ParseOptions,
  parse,
  print,
  stringConfig,
  verify,
} from '../../src/mathverify/index.ts';

/** What is extracted, in print: the value and the text to fall back on. */
function extracted(text: string, options: ParseOptions = {}): (string | null)[] {
  const { value, fallback } = parse(text, options);
  return [value === null || typeof value === 'string' ? value : print(value), fallback];
}

const optionsList = '12\nB: 16\nC: 24\nD: 32';

test('credits the result of a calculation', () => {
  assert.ok(verify({ gold: '20 + 20 = 40', prediction: '40' }).equal);
  assert.ok(verify({ gold: '15', prediction: '15 pounds x 1/4 pounds x 1/2 pounds = 15 pounds.' }).equal);
  assert.deepEqual(extracted('20 + 20 = 40'), ['40', '40']);
  assert.deepEqual(extracted('15 pounds x 1/4 pounds x 1/2 pounds = 15 pounds.'), ['15', '15']);
  assert.deepEqual(extracted('It weighs 3 pounds'), ['3', '3']);
  // A difference to Math-Verify, which takes the last number of a formula that it was not to read as LaTeX.
  const expressions = { configs: [exprConfig()], fallbackMode: 'no_fallback' as const };
  assert.equal(extracted('$1 + 2$', expressions)[0], '1 + 2');
  assert.equal(extracted('20 + 20 = 40. By the way, my favorite number is 50.')[0], '50');
  assert.equal(extracted('1 + 2 = 3', { configs: [exprConfig()], fallbackMode: 'no_fallback' })[0], '3');
});

test('takes the last of several options by default and reports them as indefinite on request', () => {
  assert.deepEqual(extracted(optionsList), ['32', '32']);
  assert.deepEqual(extracted(optionsList, { fallbackMode: 'no_fallback' }), ['32', null]);
  assert.deepEqual(extracted(optionsList, { configs: [latexConfig()] }), [null, null]);
  assert.equal(verify({ gold: '12', prediction: optionsList }).equal, false);
  assert.equal(parse(optionsList, { definite: true }).status, 'indefinite');
  assert.equal(
    verify({ gold: '32', prediction: optionsList, predictionParse: { definite: true } }).verdict,
    'unparsed',
  );
  assert.equal(parse(`${optionsList}\nThe answer is 24.`, { definite: true }).status, 'parsed');
});

test('keeps the text of a match that cannot be read, unless no fallback is wanted', () => {
  assert.deepEqual(extracted('\\boxed{E=mc^}'), [null, 'E=mc^']);
  assert.deepEqual(extracted('\\boxed{E=mc^}', { fallbackMode: 'no_fallback' }), [null, null]);
});

test('tries further matches only in the mode that says so', () => {
  const text = '$x + y$ $E=mc^$';
  assert.deepEqual(extracted(text), ['x + y', 'E=mc^']);
  assert.deepEqual(extracted(text, { fallbackMode: 'no_fallback' }), ['x + y', null]);
  assert.deepEqual(extracted(text, { extractionMode: 'first_match' }), [null, 'E=mc^']);
  assert.deepEqual(extracted(text, { extractionMode: 'first_match', fallbackMode: 'no_fallback' }), [
    null,
    null,
  ]);
});

test('prefers what is announced or boxed to what comes last', () => {
  const only = { configs: [latexConfig()], fallbackMode: 'no_fallback' as const };
  assert.equal(extracted('$x + y$ $E=mc^2$', only)[0], 'E = m*c^2');
  assert.equal(extracted('the final answer is $x + y$ $E=mc^2$', only)[0], 'x + y');
  assert.equal(extracted('\\boxed{x + y} $E=mc^2$', only)[0], 'x + y');
  assert.equal(
    extracted('final answer is $9999$, \\boxed{1}', { configs: [latexConfig({ boxedPriority: 100 })] })[0],
    '9999',
  );
  assert.equal(
    extracted('final answer is $9999$, \\boxed{1}', { configs: [latexConfig({ boxedPriority: 0 })] })[0],
    '1',
  );
  assert.equal(extracted('\\boxed{1} but $2$', { configs: [latexConfig({ boxedPriority: -1 })] })[0], '2');
});

test('looks only at announced or boxed answers when bare ones are not wanted', () => {
  assert.deepEqual(
    extracted('so 5 and $6$', {
      configs: [latexConfig({ withoutAnchor: false }), exprConfig({ withoutAnchor: false })],
    }),
    [null, null],
  );
  assert.equal(extracted('the answer is 5', { configs: [exprConfig({ withoutAnchor: false })] })[0], '5');
});

test('takes all boxes, the last one or none as boxes', () => {
  const text = '$\\boxed{1}, \\boxed{2}$';
  assert.equal(extracted(text, { configs: [latexConfig({ boxed: 'all' })] })[0], '{1, 2}');
  assert.equal(extracted(text, { configs: [latexConfig({ boxed: 'last' })] })[0], '2');
  assert.equal(extracted('\\boxed{1} papers and \\boxed{2} bins')[0], '{1, 2}');
  assert.equal(extracted('\\boxed{1} is the number of all papers \\boxed{2}')[0], '2');
  assert.equal(extracted('\\boxed{12')[0], '12');
});

test('reads fractions without braces only where that is allowed', () => {
  assert.equal(extracted('$\\frac12$')[0], '1/2');
  assert.equal(extracted('$\\frac12$', { configs: [latexConfig({ malformedOperators: false })] })[0], null);
});

test('finds choices announced, first, boxed and in brackets', () => {
  const choices = { configs: [stringConfig()] };
  assert.deepEqual(extracted('Final answer is B', choices), ['b', 'B']);
  assert.deepEqual(extracted('A. Because B is not valid', choices), ['a', 'A']);
  assert.deepEqual(extracted('so \\boxed{C: it is even}', choices), ['c', 'C']);
  assert.deepEqual(extracted('It must be (D).', { configs: [stringConfig({ lowercase: false })] }), [
    'D',
    'D',
  ]);
  for (const text of [
    '(**B**)',
    'It is **(B)**!',
    'The answer is "B".',
    '[B]',
    '`B`',
    'The answer is B;',
    '<answer>B</answer>',
  ])
    assert.equal(extracted(text, choices)[0], 'b', text);
  assert.equal(extracted("The answer is B's square", choices)[0], null);
  assert.deepEqual(extracted('The answer is U.', { configs: [stringConfig({ strings: ['U'] })] }), [
    'u',
    'U',
  ]);
});

test('leaves out the reasoning on request, also when it never ends', () => {
  assert.equal(extracted('<think>it may be 3</think>Therefore 5', { ignoreThinking: true })[0], '5');
  assert.equal(extracted('<think>it must be \\boxed{3}', { ignoreThinking: true })[0], null);
});

test('does not take a number out of mathematics that it cannot read', () => {
  assert.equal(extracted('4 10/3')[0], null);
  assert.equal(extracted('AZYUK2A')[0], null);
});

test('says where the value is', () => {
  const text = 'We find that $x = 4$.';
  const { at } = parse(text);
  assert.equal(text.slice(at!.start, at!.end), '$x = 4$');
});
