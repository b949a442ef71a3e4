// Whether the rewritten part looks like the rest: each feature is held against it only where the whole original lacks it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { likenessChecks } from '../../src/inject/gate/likeness.ts';
import { saysTheSame } from '../../src/inject/gate/math-text.ts';
import { rejectionOfSteps } from './sound-injection.ts';

type Around = Parameters<typeof rejectionOfSteps>[3];
const style = (before: readonly string[], after: readonly string[], around: Around = {}): string | null =>
  rejectionOfSteps((input) => likenessChecks(input).style!, before, after, {
    prefix: ['Begin with it.'],
    ...around,
  });
const length = (before: readonly string[], after: readonly string[]): string | null =>
  rejectionOfSteps((input) => likenessChecks(input).length!, before, after, { prefix: ['Begin with it.'] });

const features: Readonly<
  Record<string, { readonly has: readonly string[]; readonly hasNot: readonly string[] }>
> = {
  'dollar signs around formulas': { has: ['It is $5$.', '$', 'a$'], hasNot: ['It costs \\$5.', '5'] },
  '\\( or \\[ around formulas': { has: ['It is \\(5\\).', '\\[5', 'so\\('], hasNot: ['(5)', '[5]', '\\)'] },
  'bold text': {
    has: ['It is **five**.', '**a b**', 'a**5**b', 'It is \\textbf{5}.'],
    hasNot: ['2**3', '****', '*a*', '** *', 'textbf', '\\text{bf}'],
  },
  headings: {
    has: ['# Sum', '###### Sum', '  ## Sum', 'We add.\n# Sum', '# Sum\nWe add.'],
    hasNot: ['#Sum', '####### Sum', 'We # add', 'No #1'],
  },
  'list bullets': {
    has: ['- one', '* one', '• one', '  - one', 'We add.\n- one', '- one\nand'],
    hasNot: ['-one', '5 - 3', 'We add - then', '*one'],
  },
  'code fences': { has: ['```', 'So ```x'], hasNot: ['``', '`x`'] },
  'exclamation marks': {
    has: ['So five!', 'So FIVE!', 'five! So', 'five!\nSo'],
    hasNot: ['5!', 'n!/2', '(n)!', 'a!=b', '!'],
  },
  'first person singular': {
    has: ['So I add.', 'By my sum.', 'I  add.', 'Now I\nadd.'],
    hasNot: [
      'I = 5',
      'I_n',
      'I^2',
      '(I)',
      'I.',
      'Is it',
      'army of',
      'myself',
      'I 5',
      'Let I\\cap',
      'HI there',
      'type I Error',
      'I) so',
      'I = a',
      'my = x',
      'I + a',
      'I(x) is',
    ],
  },
  'colours and struck-out or underlined text': {
    has: ['\\textcolor{red}{5}', '{\\color{red} 5}', '\\underline{5}', '\\sout{5}', '\\hl{5}'],
    hasNot: ['\\colon', '\\cancel{5}', '\\underlinesegment', '\\star'],
  },
  pictographs: { has: ['So 😀.', '✅'], hasNot: ['So ∑ ≤ π.', '√', '→'] },
};
for (const [name, { has, hasNot }] of Object.entries(features)) {
  test(`style: ${name} that the original does not have`, () => {
    const plain = ['We add them.', 'We are done.'];
    for (const text of has) {
      assert.equal(style(plain, [text, 'It is 19.']), `the original has no ${name}`, text);
      assert.equal(style(plain, ['It is 19.', text]), `the original has no ${name}`, text);
      assert.equal(style(plain, [text], { prefix: [text] }), null, `${text}: the steps before have it`);
      assert.equal(style([...plain, text], [text, text]), null, text);
      assert.equal(
        style(plain, [text], { problem: text }),
        `the original has no ${name}`,
        'a problem is no solution',
      );
    }
    for (const text of hasNot) assert.equal(style(plain, [text, 'It is 19.']), null, text);
  });
}

test('several features are named together', () => {
  assert.equal(
    style(['We add.'], ['**So** it is $5$!', '# See! 😀']),
    'the original has no dollar signs around formulas, bold text, headings, exclamation marks, pictographs',
  );
  assert.equal(
    style(['We add.'], ['**So** it is $5$.']),
    'the original has no dollar signs around formulas, bold text',
  );
});

test('formulas stay in LaTeX where most of the replaced steps have some', () => {
  const lost = 'the original writes its formulas in LaTeX';
  for (const formula of ['$5$', '\\(5\\)', '\\[5\\]', 'x \\cdot 5', '\\Delta = 5']) {
    assert.equal(style([formula, formula], ['It is 19.', 'Done.']), lost, formula);
    assert.equal(style([formula, formula, 'Done.'], ['It is 19.', 'Done.', 'Yes.']), lost, formula);
    assert.equal(style([formula, 'Done.'], ['It is 19.', 'Done.']), null, 'half of them have none');
    assert.equal(style([formula, formula], ['It is 19.', formula]), null, 'one is left');
    assert.equal(style(['We add.', 'Done.'], ['It is 19.', 'Done.'], { prefix: [formula, formula] }), null);
  }
  assert.equal(style(['5 \\ 3', '\\5'], ['It is 19.', 'Done.']), null);
});

test('steps are labelled if and only if those that they replace were', () => {
  const label = (kind: (at: number) => string) =>
    ['We add.', 'It is so.'].map((text, at) => `${kind(at + 4)} ${text}`);
  const plain = ['We sum.', 'It holds.'];
  for (const kind of [
    ...[(at: number) => `Step ${at}:`, (at: number) => `**Step ${at + 10}**`, (at: number) => `step  ${at}`],
    ...[
      (at: number) => `${at}.`,
      (at: number) => `${at})`,
      (at: number) => `(${at})`,
      (at: number) => `  1${at}.`,
    ],
  ]) {
    const before = kind(1).includes('**') ? ['We **add**.'] : [];
    const prefix = ['Begin.', ...before];
    assert.equal(style(label(kind), plain, { prefix }), 'the original labels each step', kind(1));
    assert.equal(style(plain, label(kind), { prefix }), 'the original does not label its steps', kind(1));
    assert.equal(style(label(kind), label(kind), { prefix }), null);
    assert.equal(style([plain[0]!, label(kind)[1]!], plain, { prefix }), null, 'not each of them');
    assert.equal(style(plain, [label(kind)[0]!, plain[1]!], { prefix }), null, 'not each of them');
  }
  for (const kind of [
    () => 'In step 4:',
    () => '4 and',
    () => 'x 4.',
    () => 'Step four:',
    () => 'Steps 4',
    () => 'a) ',
  ])
    assert.equal(style(plain, label(kind)), null, kind());
});

const letters = 'abcdefghijklmnopqrstuvwxyz';
/** Words of four letters, all different. */
const wordsOf = (count: number, first = 'w'): string[] =>
  Array.from({ length: count }, (_, at) => `${first}${letters[Math.floor(at / 26)]}${letters[at % 26]}q`);
test('of twenty words and more a quarter occurs in the original', () => {
  const known = wordsOf(30);
  const mixed = (count: number, shared: number) =>
    [...known.slice(0, shared), ...wordsOf(count - shared, 'n')].join(' ');
  const original = [known.join(' ')];
  assert.equal(style(original, [mixed(20, 4)]), 'of its 20 words, 20 % occur in the original');
  assert.equal(style(original, [mixed(40, 9)]), 'of its 40 words, 23 % occur in the original');
  assert.equal(style(original, [mixed(20, 5)]), null);
  assert.equal(style(original, [mixed(19, 3)]), null, 'too few for a quarter');
  assert.equal(style(original, [mixed(10, 0), mixed(10, 0)]), 'of its 20 words, 0 % occur in the original');
  assert.equal(style(original, [mixed(20, 4).toUpperCase()]), 'of its 20 words, 20 % occur in the original');
  assert.equal(style(original, [mixed(20, 5).toUpperCase()]), null);
  assert.equal(style(['Done.'], [mixed(20, 5)], { problem: original[0]! }), null, 'the problem counts');
  assert.equal(style(['Done.'], [mixed(20, 5)], { prefix: original }), null, 'the steps before count');
  // Short words and commands are none.
  assert.equal(style(['Done.'], ['the one and two '.repeat(10)]), null);
  assert.equal(style(['Done \\frac.'], ['\\frac \\sqrt \\Delta '.repeat(10)]), null);
  assert.equal(style(original, [`${mixed(19, 4)} \\overline`]), null);
});

test('of six words and more some occur in the original: another problem has hardly one', () => {
  const known = wordsOf(30);
  const mixed = (count: number, shared: number) =>
    [...known.slice(0, shared), ...wordsOf(count - shared, 'n')].join(' ');
  const original = [known.join(' ')];
  for (const [count, shared, percent] of [
    [6, 0, 0],
    [7, 1, 14],
    [19, 2, 11],
  ] as const)
    assert.equal(
      style(original, [mixed(count, shared)]),
      `of its ${count} words, ${percent} % occur in the original`,
    );
  for (const [count, shared] of [
    [5, 0],
    [6, 1],
    [19, 3],
  ] as const)
    assert.equal(style(original, [mixed(count, shared)]), null, `${shared} of ${count}`);
});

test('what is too long or too short is named with its lengths, spaces counted once', () => {
  const text = (count: number): string => 'x'.repeat(count);
  assert.equal(length([text(100)], [text(311)]), 'the target step has 311 characters for 100');
  assert.equal(
    length([text(100), text(100)], [text(100), text(311)]),
    'the rewritten part has 411 characters for 200',
  );
  assert.equal(length([text(100), text(100)], [text(100), text(310)]), null);
  assert.equal(
    length([text(1000), text(1000)], [text(1000), text(81)]),
    'the rewritten part has 1081 characters for 2000',
  );
  assert.equal(length([text(4)], [`x${' \n\t'.repeat(100)}x`]), null);
  assert.equal(length([text(4)], [`${' '.repeat(100)}xxx${' '.repeat(100)}`]), null);
  assert.equal(length([text(100)], [`${'x '.repeat(155)}x`]), 'the target step has 311 characters for 100');
  assert.equal(length([text(100)], ['x  '.repeat(118)]), null);
});

const same: readonly (readonly [string, string])[] = [
  ['We add $3$.', 'We add $3$.'],
  ['We add $3$.', '**We** add  $ 3 $ .'],
  ['We add $3$.', '5. We add \\(3\\).'],
  ['We add $3$.', 'we Add $$3$$'],
  ['We add \\[x = 5\\] now.', 'We add $x = 5$ now.'],
  ['We add $$x\n= 5$$ now.', 'We add $x=5$ now.'],
  ['We add \\(x\n= 5\\) and \\[y\n= 5\\].', 'We add $x = 5$ and $y = 5$.'],
  ['So $x = \\frac{10}{2}$.', 'So $x = 5$.'],
  ['So $x = 0.5$.', 'So $x = \\frac12$.'],
  ['So \\[x = 0.5\\] is it.', 'So \\[x = \\frac12\\] is it.'],
  ['So \\(x = 0.5\\) is it.', 'So \\(x = \\frac12\\) is it.'],
  ['So $$x = 0.5$$ is it.', 'So $$x = \\frac12$$ is it.'],
  ['So $a + b \\leq 4$.', 'So $b + a \\le 4$.'],
  ['So $2 < x$ and $x \\neq 3$.', 'So $\\frac{4}{2} < x$ and $x \\neq 3$.'],
  ['So $5$ of $6$.', 'So 5 of 6.'],
  ['So $x=5$.', 'So x = 5'],
  ['So \\(x\\) is \\[y\\]', 'So x is y.'],
  ['So $= 5$.', 'So $= 5$.'],
  ['We add, then stop.', 'We add then stop'],
  ['$5$', '$5.0$'],
  ['So $x^2 - 1 = 3$.', 'So $(x-1)(x+1) = 3$.'],
];
const different: readonly (readonly [string, string])[] = [
  ['We add $3$.', 'We add $4$.'],
  ['We add $3$.', 'We take $3$.'],
  ['So $x = 5$.', 'So $y = 5$.'],
  ['So $x = 5$.', 'So $x < 5$.'],
  ['So $x \\le 5$.', 'So $x \\geq 5$.'],
  ['So $x = 5$.', 'So $x \\neq 5$.'],
  ['So $x = 5 = y$.', 'So $x = 5$.'],
  ['So $x = 5$.', 'So $x = 5 = 5$.'],
  ['So $3$ and $4$.', 'So $3$ and $5$.'],
  ['So $3$ and $4$.', 'So $4$ and $3$.'],
  ['So $3$ of 4.', 'So $3$ of $4$ and $5$.'],
  ['So $3$ of 4.', 'So 3 of 5.'],
  ['So $= 5$.', 'So $x = 5$.'],
  ['So $x =$ 5.', 'So $x = 5$ 5.'],
  ['So $x \\in A$.', 'So $x \\in B$.'],
  ['So $x \\equiv 5$.', 'So $x \\approx 5$.'],
  ['So $x > 5$.', 'So $x = 5$.'],
  ['So \\[3\\]', 'So \\[4\\]'],
  ['So \\(3\\)', 'So \\(4\\)'],
  ['So $$3$$', 'So $$4$$'],
  ['So $3$, we add.', 'So $3$, we count.'],
  ['Of $3$ take $5$.', 'Of take $3$ $5$.'],
];
test('texts say the same in whatever form, and something else with another word, number, sign or side', () => {
  for (const [left, right] of same) {
    assert.equal(saysTheSame(left, right), true, `${left} | ${right}`);
    assert.equal(saysTheSame(right, left), true, `${right} | ${left}`);
  }
  for (const [left, right] of different) {
    assert.equal(saysTheSame(left, right), false, `${left} | ${right}`);
    assert.equal(saysTheSame(right, left), false, `${right} | ${left}`);
  }
  for (const [left, right] of [...same, ...different])
    for (const text of [left, right]) assert.equal(saysTheSame(text, text), true);
});

test('every relation is one: its sides are compared and not the whole', () => {
  const relations = [
    '=',
    '\\ne',
    '\\neq',
    '\\le',
    '\\leq',
    '\\leqslant',
    '\\ge',
    '\\geq',
    '\\geqslant',
    '<',
    '>',
    '\\equiv',
    '\\approx',
    '\\in',
  ];
  for (const relation of relations) {
    const of = (left: string, right: string) => `So $${left} ${relation} ${right}$.`;
    assert.equal(saysTheSame(of('a + b', '\\frac{10}{2}'), of('b + a', '5')), true, relation);
    assert.equal(saysTheSame(of('a + b', '5'), of('a - b', '5')), false, relation);
    assert.equal(saysTheSame(of('a + b', '5'), of('a + b', '6')), false, relation);
    assert.equal(saysTheSame(of('a', 'b'), of('b', 'a')), false, relation);
  }
});
