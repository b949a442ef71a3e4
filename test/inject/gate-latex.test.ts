// Damaged LaTeX in steps, and words that give the error away.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gateOf, textChecks } from '../../src/inject/gate/gate.ts';

function damage(before: readonly string[], after: readonly string[]): string | null {
  return textChecks({ problem: 'Count.', original: before }, { before, after }).latex.detail;
}
const commands =
  'frac dfrac tfrac sqrt boxed cdot times left right sum prod int text mathbb mathrm le leq ge geq ne neq infty alpha beta gamma theta lambda pi sin cos tan log ln binom begin end quad equiv pmod implies angle triangle overline ldots cdots pm div approx in cap cup to';
const defects: Readonly<
  Record<string, { readonly has: readonly string[]; readonly hasNot: readonly string[] }>
> = {
  'a doubled backslash': {
    has: [...commands.split(' ').map((name) => `So \\\\${name} 5`), 'So \\\\(5', 'So 5\\\\)', '\\\\sin(x)'],
    hasNot: ['a \\\\ b', '\\\\[2pt]', '\\\\sinx', '\\\\foo', '\\\\\\sum', 'x \\sum y'],
  },
  'an escaped line end as text': {
    has: ['So 5\\n', 'So\\n 5', '\\n\\n', 'So 5.\\nThen', '\\n5'],
    hasNot: ['\\neq', '\\nu', '\\nabla', '\\\\n', '\\\\nThen', 'So n', 'So\nThen'],
  },
  'a control character': {
    has: ['a\tb', 'a\fb', 'a\u0000b', 'a\u001fb', 'a\u007fb', 'a\ufffdb'],
    hasNot: ['a b', 'a\nb', 'a~b', 'a\u0080b', 'a😀b'],
  },
  'a command without its backslash': {
    has: [
      ...[
        'frac',
        'dfrac',
        'tfrac',
        'oxed',
        'boxed',
        'sqrt',
        'binom',
        'rac',
        'ext',
        'mathbb',
        'overline',
      ].flatMap((name) => [`So ${name}{5}`, `So 5${name}  {5}`, `${name}{5}`]),
      ...['cdot', 'leq', 'geq', 'imes', 'ightarrow', 'infty', 'neq'].flatMap((name) => [
        `So ${name} 5`,
        `5${name}5`,
        name,
      ]),
    ],
    hasNot: [
      '\\frac{5}{6}',
      'xfrac{5}',
      'frac',
      'frac 5',
      'Xsqrt{5}',
      '\\cdot',
      'xcdot',
      'cdots',
      'Xleq',
      'leqX',
      'text{5}',
    ],
  },
  'a fraction or binomial without its second argument': {
    has: [
      '$\\frac{5}$',
      '$\\frac{1}=5$',
      '$\\frac{a_{1}}$',
      '$\\binom{{n}+{1}} = 5$',
      '$\\dfrac{5\\cdot{6}} - 1$',
      '$\\binom{5}$',
      '\\tfrac {1}.',
      '\\frac{\\{}',
    ],
    hasNot: [
      '\\frac{1}{2}',
      '\\frac{1} {2}',
      '\\frac{x^{2}}{3}',
      '\\frac{{x}+y_{1}}{3}',
      '\\frac{1}2',
      '\\frac{1}\\pi',
      '\\frac12',
      '\\frac 1 2',
      '\\frac{1}x',
      '\\fraction{5}',
    ],
  },
  'a brace without its partner': {
    has: ['{', '}', '}{', '{{}', '{}}', '\\\\{', 'a{b'],
    hasNot: ['{}', '{{}}', '\\{', '\\}', '{a}{b}', '\\\\{}'],
  },
  'a brace that is open at the end of its formula': {
    has: ['$a{$ and $}b$', '$x^{2$ and }', 'So $}a{$'],
    hasNot: ['$a{b}$', '{$a$}', '$$a{$$ b}', '$a$ { } $b$'],
  },
  'unpaired \\( \\)': { has: ['\\(5', '5\\)', '\\(\\(5\\)'], hasNot: ['\\(5\\)', '\\\\(5', '(5', '5)'] },
  'unpaired \\[ \\]': { has: ['\\[5', '5\\]', '\\[5\\]\\]'], hasNot: ['\\[5\\]', '\\\\[5', '5\\\\]', '[5'] },
  'a bracket that lost its backslash': {
    has: ['So [ \\frac{1}{2} ]', '[ x = \\sqrt{2} ]', '(  [  a\\cdot b ]'],
    hasNot: [
      '[\\frac{1}{2}]',
      '[ 1, 2 ]',
      '\\[ \\frac{1}{2} \\]',
      'x[ \\pi ]',
      ')[ \\pi ]',
      '}[ \\pi ]',
      '$[ \\pi ]$',
      '][ \\pi ]',
      '[ 1 ] \\pi',
      '[ 1\n\\pi ]',
      '[ \\, ]',
    ],
  },
  'an odd number of $': {
    has: ['$', '$5', '$5$ $', '5$'],
    hasNot: ['$5$', '\\$', '\\$5', '$5$ \\$', '$$5$$'],
  },
  '\\left without \\right': {
    has: ['\\left(5)', '(5\\right)', '\\left(\\left(5\\right)'],
    hasNot: ['\\left(5\\right)', '\\leftarrow 5', '5 \\rightarrow', 'left right left'],
  },
  '\\begin without \\end': {
    has: ['\\begin{cases} 5', '5 \\end{cases}', '\\begin  {cases} 5', '5 \\end  {cases}'],
    hasNot: ['\\begin{cases} 5 \\end{cases}', '\\begin 5', '\\end 5', '\\begin{a} \\end {a}'],
  },
};
for (const [what, { has, hasNot }] of Object.entries(defects)) {
  test(`broken LaTeX: ${what}`, () => {
    const names = (text: string, before: readonly string[] = ['We count.']) =>
      (damage(before, [text]) ?? 'broken LaTeX: ').replace('broken LaTeX: ', '').split(', ');
    for (const text of has) {
      assert.ok(names(text).includes(what), JSON.stringify(text));
      assert.ok(!names(text, [text]).includes(what), `${text} was there before`);
      assert.ok(!names(text, ['We count.', text]).includes(what), `${text} was in another step before`);
    }
    for (const text of hasNot) assert.ok(!names(text).includes(what), JSON.stringify(text));
  });
}

test('defects of several kinds are named together, and one more than before is one', () => {
  assert.equal(
    damage(['We count.'], ['So $\\left(5']),
    'broken LaTeX: an odd number of $, \\left without \\right',
  );
  assert.equal(damage(['5}', '6}'], ['5}6}7']), null);
  assert.equal(damage(['5}', '6}'], ['5}', '6}}']), 'broken LaTeX: a brace without its partner');
});

test('a defect that the unchanged steps have is no excuse for a new one', () => {
  const original = ['Take {a.', 'We count.'];
  const proposal = {
    target: 1,
    errorSteps: [1],
    at: 1,
    first: 1,
    steps: ['We {add.'],
    finalAnswer: '5',
    explanation: 'x',
  };
  const input = {
    problem: 'Count.',
    original,
    originalAnswer: null,
    region: { from: 0, to: 1 },
    asked: null,
    proposal,
  };
  assert.equal(gateOf(input, new Set()).latex?.detail, 'broken LaTeX: a brace without its partner');
  const withAnswer = {
    ...input,
    originalAnswer: '{4',
    proposal: { ...proposal, finalAnswer: '{5', steps: ['We add.'] },
  };
  assert.equal(gateOf(withAnswer, new Set()).latex?.ok, true);
  const answer = { ...input, proposal: { ...proposal, finalAnswer: '{5', steps: ['We add.'] } };
  assert.equal(gateOf(answer, new Set()).latex?.ok, false);
});

test('all words that give the error away are named, and only those', () => {
  const original = ['We mistakenly count.'];
  const after = ['We mistakenly count.', 'Incorrectly, this is wrong.'];
  const { no_leak } = textChecks({ problem: 'Count.', original }, { before: original, after });
  assert.deepEqual(no_leak, { ok: false, detail: 'gives itself away: "incorrectly", "this is wrong"' });
  const inProblem = textChecks({ problem: 'This is wrong.', original }, { before: original, after });
  assert.deepEqual(inProblem.no_leak.detail, 'gives itself away: "incorrectly"');
});
