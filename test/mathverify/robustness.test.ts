// Whatever the input, parsing and verifying end within the step budget and never throw.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  checkEquations,
  exactNumber,
  explainCase,
  exprConfig,
  extractAnswer,
  extractCase,
  latexConfig,
  parse,
  stringConfig,
  verify,
  verifyCase,
} from '../../src/mathverify/index.ts';
import { anyText } from '../support/any-text.ts';
import { processorMs } from '../support/processor-time.ts';
import { readCases } from './cases.ts';

const allPieces = [
  '\\frac',
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  '$',
  '\\left',
  '\\right',
  '|',
  '^',
  '_',
  '1',
  '23',
  '.',
  ',',
  ';',
  'x',
  'e',
];
allPieces.push(
  '\\sqrt',
  '\\boxed{',
  '+',
  '-',
  '\\pm',
  '=',
  '<',
  '\\le',
  '\\in',
  '\\cup',
  '\\sum_{k=1}^',
  '\\int',
  '\\begin{pmatrix}',
  '&',
);
allPieces.push(
  '\\\\',
  '\\end{pmatrix}',
  '\\text{',
  ' and ',
  'answer is ',
  '!',
  '%',
  '\\infty',
  '\\pi',
  '\\log',
  '\\sin',
  ' ',
  '\n',
  ':',
  'mod',
);
const allConfigs = [latexConfig(), exprConfig(), stringConfig()];

function survives(gold: string, prediction: string): void {
  const result = verify({
    gold,
    prediction,
    symmetric: true,
    strict: false,
    goldParse: { configs: allConfigs },
  });
  assert.ok(['equal', 'different', 'unparsed', 'undecided'].includes(result.verdict));
  assert.equal(typeof result.reason, 'string');
  parse(gold, { configs: allConfigs, definite: true, ignoreThinking: true });
  parse(gold, { configs: [{ type: 'raw_latex' }] });
  checkEquations(gold);
  extractAnswer(gold);
}

test('never throws on arbitrary strings', () => {
  fc.assert(fc.property(anyText({ maxLength: 60 }), fc.string({ maxLength: 40 }), survives), {
    numRuns: 300,
    seed: 1,
  });
});

test('never throws on what is no text, which programs in JavaScript pass', () => {
  assert.deepEqual(
    [72, ' 72', [72]].map((value) => verify(value as string, '72').verdict),
    Array(3).fill('equal'),
  );
  for (const none of [null, undefined, {}, () => 5]) assert.equal(parse(none as never).status, 'unparsed');
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (gold, prediction) => {
      survives(gold as string, prediction as string);
      exactNumber(gold as string);
      explainCase(gold as never);
      extractCase({ text: gold, config: prediction, options: prediction });
      verifyCase({ gold, pred: prediction, options: prediction });
    }),
    { numRuns: 300, seed: 1 },
  );
});

test('never throws on mutated LaTeX', () => {
  const latex = fc
    .array(fc.constantFrom(...allPieces), { maxLength: 25 })
    .map((pieces) => `$${pieces.join('')}$`);
  fc.assert(fc.property(latex, latex, survives), { numRuns: 700, seed: 2 });
});

test('says that it is undecided when the budget is too small, and never claims equality', () => {
  for (const maxSteps of [0, 5, 20, 60]) {
    const result = verify({ gold: '$\\frac{x^2-1}{x-1}$', prediction: '$x+1$', maxSteps });
    assert.equal(result.verdict, 'undecided');
    assert.equal(result.equal, false);
  }
});

test('decides every hostile case within the default budget', () => {
  for (const { gold, pred, id } of readCases<{ gold: string; pred: string; id: string }>(
    'test/golden/mathverify/hostile_cases.jsonl',
  )!) {
    const { reason } = verify({ gold, prediction: pred });
    assert.ok(!reason.includes('budget'), `${id}: ${reason}`);
  }
});

test('spends the same steps on the same input every time', () => {
  const input = { gold: '$\\sum_{k=1}^{50} k^2$', prediction: '42925' };
  let needed = 1;
  while (verify({ ...input, maxSteps: needed }).verdict === 'undecided') needed *= 2;
  for (let k = 0; k < 3; k += 1) {
    assert.equal(verify({ ...input, maxSteps: needed }).verdict, 'equal');
    assert.equal(verify({ ...input, maxSteps: needed / 2 }).verdict, 'undecided');
  }
});

test('stays quick on long inputs of one repeated piece', () => {
  const pieces = [
    ...allPieces,
    '$ ',
    '\\( ',
    ' [',
    '\\boxed{\\',
    'a=',
    '1,',
    '((',
    '\\frac{1}{2} and ',
    '**',
    '1 + ',
  ];
  for (const piece of pieces) {
    const text = piece.repeat(Math.ceil(60_000 / piece.length));
    const spent = processorMs(() => {
      verify({ gold: text, prediction: `$${text}$` });
      checkEquations(text);
    }, 1500);
    assert.ok(spent < 1500, `${JSON.stringify(piece)} took ${spent.toFixed(0)} ms`);
  }
});

test('stays quick on short inputs of which every part doubles the one before', () => {
  const letters = Array.from({ length: 60 }, (_, k) => `x_{${k}}`);
  const remainders = Array.from({ length: 60 }, (_, k) => ` \\bmod ${200 - k})`).join('');
  for (const gold of [
    `\\max(${letters.join(',')})`,
    `\\begin{pmatrix}x&y\\\\z&w\\end{pmatrix}`.repeat(40),
    `\\begin{pmatrix}1&1\\\\1&0\\end{pmatrix}`.repeat(40),
    `${'('.repeat(60)}x${remainders}`,
    `${'\\min(y,\\max(z,'.repeat(30)}x${'))'.repeat(30)}`,
    `${'(1+'.repeat(80)}\\infty${')'.repeat(80)}`,
  ]) {
    const prediction = `$${gold.replace('x', 'y')}$`;
    const spent = processorMs(() => verify({ gold: `$${gold}$`, prediction }), 1500);
    assert.ok(spent < 1500, `${gold.slice(0, 60)} took ${spent.toFixed(0)} ms`);
  }
  const power = '\\begin{pmatrix}1&1\\\\1&0\\end{pmatrix}'.repeat(12);
  assert.equal(
    verify({ gold: `$${power}$`, prediction: '$\\begin{pmatrix}233&144\\\\144&89\\end{pmatrix}$' }).verdict,
    'equal',
  );
});

test('powers of powers behind a letter end', () => {
  for (const text of ['5r^5^2', '5 m^2^3', '3x^1^2^3', '2a ^-1^-2'])
    assert.notEqual(verify('5r^5', text).verdict, 'equal', text);
});

test('many whole numbers side by side end, within memory and in little time', () => {
  const letters = 'abcdfghjklmnopqrstuvwxyz';
  const turned = [...letters].reverse().join('');
  for (const [gold, other] of [
    [`\\gcd(${[...letters].join()})`, `\\gcd(${[...turned].join()})+x`],
    [`\\operatorname{lcm}(${letters})`, 'x'],
    [[...letters].map((c) => `${c}!`).join(''), `${[...turned].map((c) => `${c}!`).join('')}z!`],
    ['\\text{is the }\\gcd', 'is the lcm of the terms whereas the product has the same number of factors of'],
    ['x', 'is the lcm of the terms whereas the product of these numbers has the same number of factors of'],
  ] as const) {
    const spent = processorMs(
      () => assert.notEqual(verify(`$${gold}$`, `$${other}$`).verdict, 'equal', gold),
      500,
    );
    assert.ok(spent < 500, `${gold} took ${spent.toFixed(0)} ms`);
  }
});
