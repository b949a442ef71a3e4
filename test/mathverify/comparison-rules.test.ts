// The rules by which two values are compared, a row a rule, with the reason that is given. Most hold whichever side is
// gold; what does not is listed with both verdicts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type VerifyOptions, verify } from '../../src/mathverify/index.ts';

type Row = readonly [gold: string, prediction: string, reason: string, options?: VerifyOptions];

const shown = (text: string): string => `$${text}$`;
const judged = (gold: string, prediction: string, options: VerifyOptions = {}) =>
  verify({ gold: shown(gold), prediction: shown(prediction), ...options });

function holds(verdict: string, rows: readonly Row[], bothWays = true): void {
  for (const [gold, prediction, reason, options] of rows) {
    const ways = [
      judged(gold, prediction, options),
      ...(bothWays ? [judged(prediction, gold, options)] : []),
    ];
    for (const found of ways) {
      const where = `${gold} and ${prediction}: ${found.reason}`;
      assert.equal(found.verdict, verdict, where);
      assert.ok(found.reason.startsWith(reason), where);
    }
  }
}

const pieces = 'sets of real numbers compared piece by piece';
const ordered = 'parts compared in order';
const elements = 'the same elements';
const rounded = 'rounded to 6 decimals';
const unsolved = 'the relation says the same as the set, and is not solved';
const untold = 'neither proved to be the same nor told apart by a point';

test('numbers with a decimal point are rounded, tiny ones to significant digits; infinities have signs', () => {
  holds('equal', [
    ['0.5', '\\frac12', rounded],
    ['0.3333333', '\\frac13', rounded],
    ['-0.5', '-\\frac12', rounded],
    ['1.414214', '\\sqrt2', rounded],
    ['0.000000012345678', '0.00000001234567812', 'rounded to 6 significant decimals'],
    ['-0.000000012345678', '-0.00000001234567812', 'rounded to 6 significant decimals'],
    ['0.5x', '\\frac x2', 'the values are the same'],
    ['\\infty', '+\\infty', ''],
    ['-\\infty', '-(\\infty)', ''],
  ]);
  holds('different', [
    ['0.33333', '\\frac13', rounded],
    ['1.41421', '\\sqrt2', rounded],
    ['0.00000001', '0.00000002', 'rounded to 6 significant decimals'],
    ['0.00000001', '-0.00000001', 'rounded to 6 significant decimals'],
    ['0.0000000123456', '0.0000000123466', 'rounded to 6 significant decimals'],
    ['0', '0.00001', rounded],
    ['\\infty', '-\\infty', 'infinite values'],
    ['\\infty', '5', 'infinite values'],
    ['-\\infty', '10^{100}', 'infinite values'],
    ['x', '0.5', 'the values are not the same: x = 1: '],
  ]);
  holds('undecided', [
    [
      '\\int_0^1 e^{-x^2} dx',
      '0.746824',
      'the value is known in a few digits only, and the decimal may be exact',
    ],
  ]);
});

test('a sign or unit on one side only is accepted: percent as a number or a hundredth, cents, degrees', () => {
  holds(
    'equal',
    [
      ['15', '15\\%', ''],
      ['0.15', '15\\%', ''],
      ['-15', '-15\\%', ''],
      ['-0.15', '-15\\%', ''],
      ['x = -15', '-15\\%', ''],
      ['\\frac{15}{2}', '7.5\\%', ''],
    ],
    false,
  );
  holds(
    'different',
    [
      ['16', '15\\%', ''],
      ['15', '-15\\%', ''],
      ['15', '15\\%', '', { units: 'strict' }],
    ],
    false,
  );
  holds(
    'undecided',
    [
      ['15\\%', '15', ''],
      ['-15\\%', '-15', ''],
    ],
    false,
  );
  holds('equal', [
    ['\\frac12', '50\\%', ''],
    ['5\\text{ cents}', '0.05', ''],
    ['5\\text{ cents}', '5', ''],
    ['-50\\text{ cents}', '-0.5', ''],
    ['5\\text{ m}', '5', ''],
    ['180^\\circ', '\\pi', ''],
    ['180^\\circ', '180', ''],
    ['180^\\circ', '\\pi\\text{ rad}', ''],
    ['2\\text{ km}', '2000\\text{ m}', ''],
    ['-2\\text{ km}', '-2000\\text{ m}', ''],
    ['2\\text{ km}', '2\\text{ kg}', '', { units: 'off' }],
    ['2\\text{ km}', '2', '', { units: 'off' }],
    ['5\\text{ cm}', '5\\text{ cm}', ''],
  ]);
  holds(
    'different',
    [
      ['50\\%', '-50\\%', ''],
      ['5\\text{ cents}', '0.5', ''],
      ['5', '6\\text{ m}', 'the values are not the same: '],
      ['5\\text{ m}', '6\\text{ m}', 'the values are not the same: '],
      ['90^\\circ', '\\pi\\text{ rad}', ''],
      ['90^\\circ', '\\pi', ''],
      ['2\\text{ km}', '2\\text{ m}', ''],
      ['2\\text{ km}', '3\\text{ kg}', '', { units: 'off' }],
      ['5m', '5', 'the values are not the same: m = '],
      ['5m', 'm', 'the values are not the same: m = '],
    ].map((row) => row as unknown as Row),
  );
  assert.equal(judged('2\\text{ km}', '2\\text{ kg}').reason, 'units of different kinds: km and kg');
  const strict = { units: 'strict' } as const;
  assert.equal(
    judged('5\\text{ m}', '5', strict).reason,
    'the prediction has no unit, the gold answer has m',
  );
  assert.equal(judged('5', '5\\text{ m}', strict).verdict, 'equal');
});

test('a name in front of a value is not part of it, unless both sides name something', () => {
  holds('equal', [
    ['x=5', '5', 'the same expression'],
    ['a=b=5', '5', 'the same expression'],
    ['AB=5', '5', 'the same expression'],
    ['|AB|=5', '5', 'the same expression'],
    ['\\frac{a}{b}=5', '5', 'the same expression'],
    ['f(2)=4', '4', 'the same expression'],
    ['f(x)=x^2', 'x^2', 'the same expression'],
    ['3+4=7', '7', 'the same expression'],
    ['x=5', '5=x', 'both sides are the same'],
    ['x=2+3=5', 'x=5', ''],
    ['x \\in \\{1,2\\}', '\\{1,2\\}', 'the same expression'],
    ['x \\in \\{1,2\\}', 'x=1 \\text{ or } x=2', 'both sides are the same'],
    ['x=1, x=2', '\\{1,2\\}', 'the same expression'],
    ['x=1,2', '\\{1,2\\}', 'the same expression'],
    ['f(x)=x^2', 'f(t)=t^2', 'both sides are the same'],
    ['f(x,y)=x-y', 'f(u,v)=u-v', 'both sides are the same'],
    ['P(x)=x^2-1', 'P(x)=(x-1)(x+1)', 'both sides are the same'],
  ]);
  holds('different', [
    ['x=5', 'x=6', 'the values are not the same: '],
    ['x=5', 'y=5', 'only one of the relations holds at a point'],
    ['f(x)=x^2', 'f(t)=t^3', 'the values are not the same: '],
    ['f(x,y)=x-y', 'f(u,v)=v-u', 'the values are not the same: '],
    ['f(2)=4', 'f(2)=5', 'the values are not the same: '],
  ]);
  holds('undecided', [
    ['f(x)=x^2', 'g(t)=t^2', untold],
    ['f(2)=4', 'f(3)=4', ''],
  ]);
});

test('inclusion and membership do not hold the other way round', () => {
  holds('equal', [
    ['A \\subset B', 'B \\supset A', 'the same inclusion'],
    ['A \\subset B', 'A \\subset B', ''],
    ['x \\notin [0,1]', 'x \\notin [0, 2-1]', ''],
  ]);
  holds('undecided', [
    ['A \\subset B', 'B \\subset A', untold],
    ['A \\supset B', 'B \\supset A', untold],
    ['A \\subset B', 'A \\supset B', untold],
    ['A \\subset B', 'A \\subset C', untold],
    ['a \\in B', 'B \\in a', untold],
    ['a \\notin B', 'B \\notin a', untold],
  ]);
  holds('different', [['x \\notin [0,1]', 'x \\notin [0,2]', 'both ends compared']]);
});

test('relations are the same read from either side, and are told apart by a point', () => {
  holds('equal', [
    ['x<2', '2>x', 'both sides are the same'],
    ['x \\le 2', '2 \\ge x', 'both sides are the same'],
    ['1<x<2', '2>x>1', 'the same chain of relations'],
    ['a \\le b < c', 'c > b \\ge a', 'the same chain of relations'],
    ['f(x)>1', '1<f(x)', 'the same solutions'],
    ['f(x)>g(x)', 'g(x)<f(x)', 'one relation is a multiple of the other'],
    ['x+y=3', 'y=3-x', 'one relation is a multiple of the other'],
    ['x^2=1', 'x=\\pm 1', 'the same solutions'],
    ['x+y=3, x-y=1', 'x=2, y=1', 'the same in each of '],
    ['x=y=0', 'x=0, y=0', 'the same in each of '],
  ]);
  holds('different', [
    ['x<2', 'x \\le 2', 'different solutions: x = 2'],
    ['x<2', 'x<3', 'the values are not the same'],
    ['x<2', 'x>2', 'different solutions'],
    ['x<2', 'y<2', 'only one of the relations holds at a point'],
    ['1<x<2', '1<x \\le 2', 'different solutions: x = 2'],
    ['a<b<c', 'a<c<b', 'only one of the relations holds at a point'],
    ['x+y=3', 'x+y=4', 'only one of the relations holds at a point'],
    ['x+y=3, x-y=1', 'x=1, y=2', 'only one of the relations holds at a point'],
    ['f(x)>1', 'f(x)>2', 'the values are not the same'],
    ['n^2<5', 'n^2<4', 'different solutions'],
  ]);
  holds('undecided', [
    ['n=2k', 'n=2m', 'they may be the same for all whole numbers together'],
    [
      'x=\\frac{\\pi}{2}+2k\\pi',
      'x=\\frac{\\pi}{2}-2k\\pi',
      'they may be the same for all whole numbers together',
    ],
    ['n<3', 'n \\le 2', untold],
    ['n^2<5', 'n^2 \\le 4', untold],
    ['x>1', 'x>1 \\text{ and } x>5', 'the inequalities could not be solved'],
  ]);
});

test('a gold relation is compared by its solutions; a predicted one is no solved answer', () => {
  const rows: readonly (readonly [relation: string, set: string, verdict: string])[] = [
    ['1<x<2', '(1,2)', 'equal'],
    ['x<1', '(-\\infty,1)', 'equal'],
    ['x^2<1', '(-1,1)', 'equal'],
    ['x \\ne 3', '(-\\infty,3)\\cup(3,\\infty)', 'equal'],
    ['x^2<1', '(-1,1]', 'different'],
    ['x<1', '(1,\\infty)', 'different'],
    ['x<1', '(-\\infty,2)', 'different'],
  ];
  for (const [relation, set, verdict] of rows) {
    assert.deepEqual(
      [judged(relation, set), judged(set, relation)].map((one) => [one.verdict, one.reason]),
      [[verdict, pieces], verdict === 'equal' ? ['undecided', unsolved] : [verdict, pieces]],
      `${relation} and ${set}`,
    );
    assert.equal(judged(set, relation, { allowSetRelation: true }).verdict, verdict);
  }
  holds('equal', [['x<1 \\text{ or } x>3', '(-\\infty,1)\\cup(3,\\infty)', pieces]]);
  holds('different', [['x<1 \\text{ or } x>3', '(-\\infty,1)\\cup(3,4)', pieces]]);
  assert.equal(judged('x<y', '(1,2)').reason, 'the relation could not be solved');
  assert.equal(
    judged('x<2', '\\text{small}').reason,
    'a relation and something that is not a set of numbers',
  );
});

test('a gold point asks for its order, a gold list does not', () => {
  holds('equal', [
    ['(1,2)', '1,2', ''],
    ['x=1, y=2', '(1,2)', ordered],
    ['y=2, x=1', '(1,2)', ordered],
    ['b=2, a=1', '(2,1)', ordered],
    ['(2,1)', '[2,1]', 'both ends compared'],
    ['\\begin{pmatrix}1\\\\2\\end{pmatrix}', '(1,2)', ordered],
    ['\\begin{pmatrix}1&2&3\\end{pmatrix}', '(1,2,3)', ordered],
  ]);
  holds('different', [
    ['(1,2)', '(2,1)', 'both ends compared'],
    ['(1,2,3)', '(3,2,1)', ordered],
    ['(1,2,3)', '(1,2)', 'different numbers of parts'],
    ['y=2, x=1', '(2,1)', ordered],
    ['\\begin{pmatrix}1\\\\2\\end{pmatrix}', '(2,1)', ordered],
    ['\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}', '5', 'a matrix and a value'],
    ['\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}', '(1,2,3,4)', ''],
    [
      '\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}',
      '\\begin{pmatrix}1&2\\\\3&5\\end{pmatrix}',
      'matrices compared by entries',
    ],
    [
      '\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}',
      '\\begin{pmatrix}1&2&0\\\\3&4&0\\end{pmatrix}',
      'matrices of different shapes',
    ],
    [
      '\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}',
      '\\begin{pmatrix}1&2\\\\3&4\\\\5&6\\end{pmatrix}',
      'matrices of different shapes',
    ],
  ]);
  holds('equal', [
    [
      '\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}',
      '\\begin{pmatrix}1&\\sqrt4\\\\3&4\\end{pmatrix}',
      'matrices compared by entries',
    ],
  ]);
  const ways = [judged('1,2', '(2,1)'), judged('(2,1)', '1,2')];
  assert.deepEqual(
    ways.map(({ verdict, reason }) => [verdict, reason]),
    [
      ['equal', elements],
      ['different', ordered],
    ],
  );
});

test('sets have elements, each once; any of them will do where that is asked for', () => {
  holds('equal', [
    ['\\{1,1,2\\}', '\\{1,2\\}', elements],
    ['\\{\\frac12, 0.5, 3\\}', '\\{3, \\frac12\\}', elements],
    ['\\{1\\}', '1', 'the same expression'],
    ['\\{\\frac12\\}', '0.5', rounded],
    ['\\{(1,2)\\}', '(1,2)', ''],
  ]);
  holds('different', [
    ['\\{1\\}', '2', 'the values are not the same'],
    ['\\{1,2\\}', '\\{1,3\\}', 'an element is not in the other set'],
    ['\\{1,2\\}', '3', ''],
  ]);
  const ways = (options: VerifyOptions = {}) =>
    [judged('\\{1,2,3\\}', '\\{2,1\\}', options), judged('\\{2,1\\}', '\\{1,2,3\\}', options)].map((one) => [
      one.verdict,
      one.reason,
    ]);
  const extra = ['different', 'an element is not in the other set'];
  assert.deepEqual(ways(), [['different', 'different elements'], extra]);
  assert.deepEqual(ways({ requireAll: false }), [['equal', 'some of the required elements'], extra]);
});

test('intervals, points, unions and differences are compared as sets of real numbers', () => {
  holds('equal', [
    ['[0,1]\\cap[1,2]', '\\{1\\}', pieces],
    ['[0,1]\\cap[1,2]', '1', pieces],
    ['[1,1]', '\\{1\\}', pieces],
    ['\\{1,2\\}\\setminus\\{2\\}', '\\{1\\}', pieces],
    ['\\{1\\}\\cup\\{2\\}', '\\{1,2\\}', pieces],
    ['(1,2)\\cup(2,3)', '(1,3)\\setminus\\{2\\}', pieces],
    ['(1,2)\\cup[2,3)', '(1,3)', pieces],
    ['(0,1)\\cap(1,2)', '\\emptyset', pieces],
    ['\\mathbb{R}', '(-\\infty,\\infty)', pieces],
    ['A\\cup B', 'B\\cup A', elements],
    ['[\\frac12,1]', '[0.5,1]', 'both ends compared'],
  ]);
  holds('different', [
    ['[0,1]\\cap[1,2]', '\\{2\\}', pieces],
    ['(1,2)\\cup(2,3)', '(1,3)', 'sets with different pieces'],
    ['(1,2)\\cup(3,4)', '(1,2)\\cup(3,4]', pieces],
    ['(1,2)\\cup(3,4)', '(1,2)\\cup(3,5)', pieces],
    ['(1,2)\\cup(3,4)', '(1,2)\\cup(3,\\infty)', pieces],
    ['[1,2]', '(1,2)', 'an end is open on one side and closed on the other'],
    ['[1,2)', '[1,2]', 'an end is open on one side and closed on the other'],
    ['(1,2]', '[1,2]', 'an end is open on one side and closed on the other'],
    ['(1,1)', '[1,1]', 'an end is open on one side and closed on the other'],
    ['[1,2]', '[1,3]', 'both ends compared'],
    ['[1,2]', '[0,2]', 'both ends compared'],
    ['(-\\infty,1)', '(1,\\infty)', 'both ends compared'],
    ['A\\cup B', 'A\\cup C', 'an element is not in the other set'],
    ['A\\cup B', 'A\\cap B', 'a collection and something else'],
    ['\\mathbb{R}', '\\mathbb{Z}', 'number domains'],
    ['\\mathbb{N}', '\\{1,2\\}', 'a collection and something else'],
  ]);
});

test('words are compared by their letters, and what is not worked out is neither equal nor different', () => {
  holds('equal', [
    ['\\text{odd}', 'odd', ''],
    ['\\alpha', '\\text{alpha}', 'names or words'],
  ]);
  holds('different', [
    ['\\text{odd}', '\\text{even}', 'names or words'],
    ['\\text{odd}', '5', 'names or words'],
    ['\\alpha', '\\beta', 'names or words'],
    ['x', 'y', 'names or words'],
    ['g(x)+1', 'g(x)+2', 'the values are not the same'],
  ]);
  holds('undecided', [
    ['\\sum_{k=1}^\\infty \\frac{1}{k^3}', '2', 'one side is not worked out'],
    ['\\int x dx', '\\frac{x^2}{2}', 'one side is not worked out'],
    ['\\det A', '5', 'one side is not worked out'],
    ['g(x)+1', 'x+1', 'one side is not worked out'],
    ['g(x)+1', 'h(x)+1', 'one side is not worked out'],
  ]);
  assert.equal(judged('\\int_0^1 x dx', '3').verdict, 'different');
});
