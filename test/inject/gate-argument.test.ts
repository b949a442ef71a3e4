// What the gate finds in the argument: slips where an error of reasoning was asked for, errors that a later step undoes,
// second errors, and endings that are lost. Numbers are written in the forms that solutions have.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consistencyCheck } from '../../src/inject/gate/consistency.ts';
import { endingCheck } from '../../src/inject/gate/ending.ts';
import { slipCheck } from '../../src/inject/gate/slip.ts';
import { undoneCheck } from '../../src/inject/gate/undone.ts';
import { rejectionOfSteps } from './sound-injection.ts';

/** Sides of an equation, its right result, results of wrong rules, and a slip. */
const computations: readonly (readonly [
  side: string,
  right: string,
  rules: readonly string[],
  slip: string,
])[] = [
  ['15 + 10', '25', ['5', '15', '26', '24', '50', '12.5'], '27'],
  ['20 - 5', '15', ['25', '20', '16', '14', '30', '7.5'], '13'],
  ['20−5', '15', ['25', '20', '16', '14'], '13'],
  ['6 \\cdot 7', '42', ['13', '6', '43', '41', '84', '21'], '44'],
  ['6 \\times 7', '42', ['13', '6', '43', '84'], '44'],
  ['6 * 7', '42', ['13', '6', '41'], '44'],
  ['6 × 7', '42', ['13', '6', '41'], '44'],
  ['6 · 7', '42', ['13', '6', '41'], '44'],
  ['60 / 4', '15', ['16', '14', '30'], '17'],
  ['2^5', '32', ['10', '33', '31', '64', '16'], '36'],
  ['\\frac{1}{2}', '0.5', ['2', '1.5', '1', '0.25'], '0.7'],
  ['\\binom{5}{2}', '10', ['20', '11', '9', '5'], '14'],
  ['\\frac{0}{5} + 1', '1', ['2', '0.5'], '7'],
  ['0.5 + 0.25', '0.75', ['0.25', '1.75', '1.5'], '0.85'],
  ['5 - 12', '-7', ['-6', '-8', '-14'], '-17'],
  ['5 - 12', '−7', ['−6', '−14'], '−17'],
];
const around: readonly ((equation: string) => string)[] = [
  (equation) => `So there are $${equation}$ of them.`,
  (equation) => `${equation}`,
  ...[':', ';', ',', ' ≡', ' ≈', '\n', ' ='].map(
    (sign) => (equation: string) => `So x${sign} ${equation} in all.`,
  ),
];

function slip(before: string, after: string): string | null {
  const found = rejectionOfSteps(slipCheck, [before, 'It is 20.'], [after, 'It is 19.'], {
    prefix: ['Begin.'],
  });
  assert.equal(
    rejectionOfSteps(slipCheck, ['It is 20.', before], ['It is 19.', after]),
    null,
    'it is a later step',
  );
  return found;
}

test('a wrong result is a slip, unless a wrong rule leads to it', () => {
  for (const [side, right, rules, wrong] of computations) {
    for (const text of around) {
      const of = (result: string, space = ' ') => text(`${side} =${space}${result}`);
      const detail = `${side} = ${wrong.replace('−', '-')} is a slip of arithmetic and no error of reasoning`;
      assert.equal(slip(of(right), of(wrong)), detail);
      assert.equal(slip(of(right, ''), of(wrong, '')), detail);
      for (const result of rules) assert.equal(slip(of(right), of(result)), null, of(result));
    }
  }
});

test('the first number that differs decides, as those behind it follow from it', () => {
  const [before, after] = ['So $3 + 4 = 7$ and $7 + 1 = 8$.', 'So $3 + 4 = 12$ and $12 + 1 = 13$.'];
  assert.match(slip(before, after) ?? '', /^3 \+ 4 = 12 is a slip/);
  assert.equal(slip(before, 'So $3 + 5 = 12$ and $12 + 1 = 13$.'), null);
  assert.match(slip(before, 'So $3 + 4 = 7$ and $7 + 1 = 11$.') ?? '', /^7 \+ 1 = 11 is a slip/);
});

test('another argument, a premise, an unknown and the same value are no slips', () => {
  for (const [before, after] of [
    ['So $15 + 10 = 25$.', 'Thus $15 + 10 = 27$.'],
    ['So $15 + 10 = 25$.', 'So $15 - 10 = 27$.'],
    ['So $15 + 10 = 25$.', 'So $15 + 10 = 25 + 2$.'],
    ['Let $x = 5$.', 'Let $x = 7$.'],
    ['Let $n = 15$.', 'Let $n = 27$.'],
    ['So $12 = 12$.', 'So $12 = 19$.'],
    ['So $x + 5 = 7$.', 'So $x + 5 = 19$.'],
    ['So $10 / 4 = 2.5$.', 'So $10 / 4 = 2.50$.'],
    ['So $15 + 10 = 25$.', 'So $15 + 10 = 25$.'],
    ['So $15 + 10$ is 25.', 'So $15 + 10$ is 27.'],
    ['So $15 + 10 < 25$.', 'So $15 + 10 < 27$.'],
    ['So we count.', 'So we count.'],
  ] as const)
    assert.equal(slip(before, after), null, after);
});

interface Undone {
  readonly answers?: readonly [string | null, string];
  readonly problem?: string;
  readonly prefix?: readonly string[];
}

function undone(
  before: readonly string[],
  after: readonly string[],
  { answers: [originalAnswer, finalAnswer] = ['20', '19'], ...input }: Undone = {},
): string | null {
  return rejectionOfSteps(undoneCheck, before, after, { originalAnswer, finalAnswer, ...input });
}

const argues = (step: number): string => `step ${step} has the new answer and still argues with the old one`;
const names = (step: number): string => `step ${step} names the old answer beside the new one`;
test('a step that only repeats the answer is no place for an error', () => {
  const prefix = ['We subtract: $65-45=20$.', 'These are all of them.'];
  const found = (
    before: string,
    after: string,
    steps: readonly string[] = prefix,
    answer: string | null = '20',
  ) => rejectionOfSteps(slipCheck, [before], [after], { prefix: steps, originalAnswer: answer });
  const arrives = 'only the answer was exchanged: step 1 still arrives at 20';
  assert.equal(found('Hence there are $\\boxed{20}$.', 'Hence there are $\\boxed{19}$.'), arrives);
  assert.equal(
    found('Hence there are $\\boxed{20}$.', 'Hence there are $\\boxed{19}$.', prefix, null),
    arrives,
  );
  const below = ['We subtract: $20-40=-20$.', 'This is the value.'];
  assert.equal(
    found('Hence it is $-20$.', 'Hence it is $-19$.', below, '-20'),
    arrives,
    'a sign is no part of it',
  );
  assert.equal(
    found('Hence it is 4.', 'Hence it is 5.', ['So $2+2=4$.'], '4'),
    null,
    'one digit may be chance',
  );
  assert.equal(found('Hence it is 20.', 'Less one, it is 19.'), null, 'other words');
  assert.equal(found('Hence it is 20.', 'Hence it is 19.', ['We subtract.']), null, 'nothing arrives at it');
  assert.equal(found('Of these 12 are even.', 'Of these 13 are even.'), null, 'it is not the answer');
  assert.equal(found('Hence it is 20 of 65.', 'Hence it is 19 of 66.'), null, 'more than the answer');
});

test('an exchanged answer with the old reason is rejected', () => {
  const step = (reason: string, answer: string): string =>
    `As ${reason} is the least of them, the answer is ${answer}.`;
  for (const [old, now] of [
    ['20', '19'],
    ['2.5', '3.5'],
    ['-4', '4'],
    ['4', '-7'],
    [' 20 ', ' 19'],
    ['211', '422'],
  ] as const) {
    const [from, to] = [old.trim(), now.trim()];
    const answers = [old, now] as const;
    const before = ['We add.', step(from, from)];
    assert.equal(undone(before, ['We sum.', step(from, to)], { answers }), argues(2), `${old} ${now}`);
    assert.equal(
      undone(['Here.', ...before], ['There.', 'We add.', step(from, to)], { answers, prefix: ['A.'] }),
      argues(4),
    );
    assert.equal(undone(before, ['We sum.', step(to, to)], { answers }), null);
    assert.equal(undone(before, ['We sum.', step(from, from)], { answers }), null);
    // Without a step to compare with, both are named; a single digit may be there by chance.
    const both = from.replace('-', '').length > 1 ? names(2) : null;
    const other = step(from, to).replace('least', 'first');
    assert.equal(undone(before, ['We sum.', other], { answers }), both);
    assert.equal(undone(before.slice(0, 1), ['We sum.', step(from, to)], { answers }), both);
    assert.equal(undone(before, [step(from, to)], { answers }), null);
  }
});

test('an exchanged answer right behind an unchanged step that ends with the old one is rejected', () => {
  const before = ['We add.', 'So the price is $20$ dollars.', 'Hence the answer is 20.'];
  const behind = 'step 3 has the new answer, and step 2 still ends with the old one';
  const found = (after: readonly string[]) => undone(before, after);
  assert.equal(found(['We sum.', before[1]!, 'Hence the answer is 19.']), behind);
  assert.equal(found(['We sum.', 'So the price is $19$ dollars.', 'Hence the answer is 19.']), null);
  assert.equal(found(['We sum.', before[1]!, 'Less one, the answer is 19.']), null);
  // Where it is the changed step itself, other checks judge it; a single digit may be there by chance.
  assert.equal(undone(before.slice(2), ['Hence the answer is 19.'], { prefix: before.slice(0, 2) }), null);
  const digit = ['We add.', 'Here $n$ is at least 4.', 'Hence the answer is 4.'];
  assert.equal(
    undone(digit, ['We sum.', digit[1]!, 'Hence the answer is 5.'], { answers: ['4', '5'] }),
    null,
  );
});

test('an exchanged answer is rejected behind a rewritten step that arrives at the old one', () => {
  const before = ['We subtract: $65-45=20$.', 'These are all of them.', 'Hence the answer is $\\boxed{20}$.'];
  const after = (first: string, second = before[1]!) => [first, second, 'Hence the answer is $\\boxed{19}$.'];
  const behind = 'step 3 has the new answer, and step 1 still ends with the old one';
  for (const answers of [
    ['20', '19'],
    ['20', '$19$'],
    ['$20$', '\\boxed{19}'],
    ['\\(20\\)', '\\(19\\)'],
    [null, '19'],
  ] as const) {
    const found = (first: string, second?: string) => undone(before, after(first, second), { answers });
    assert.equal(found('We subtract twice: $65-10-35=20$.'), behind);
    assert.equal(found('We subtract once more: $65-46=19$.'), null);
    assert.equal(found('We subtract: $65 - 45 = 20$.'), null, 'it was not rewritten');
    // What is said behind the number, or in a step between, may lead to the new one.
    assert.equal(found('We subtract twice: $65-10-35=20$, and one of them is none.'), null);
    assert.equal(found('We subtract twice: $65-10-35=20$.', 'One of these is none.'), null);
  }
});

test('an equation that the changed step replaced is not to come back', () => {
  const before = ['We subtract: $220-45=175$.', 'These are all.', 'Hence the answer is $\\boxed{175}$.'];
  const found = (first: string, second: string) =>
    undone(before, [first, second, 'Hence the answer is $\\boxed{130}$.'], { answers: ['175', '130'] });
  const wrong = 'We subtract twice: $220-2\\cdot 45=130$.';
  const back = 'step 2 has 220-45=175 again, which the changed step replaced';
  assert.equal(found(wrong, 'Once is enough: $220 - 45 = 175$ are left.'), back);
  assert.equal(found(wrong, 'These are all.'), null);
  const late = (third: string) =>
    undone(
      [
        'We subtract: $220-45=175$.',
        'These are all.',
        'None is left.',
        'Hence the answer is $\\boxed{175}$.',
      ],
      [wrong, 'These are all.', third, 'Hence the answer is $\\boxed{130}$.'],
      { answers: ['175', '130'] },
    );
  assert.equal(late('Here $220-45=175$ holds.'), back.replace('step 2', 'step 3'));
  assert.equal(late('None is left.'), null);
  const twice = ['We add: $2\\cdot 45=90$.', 'These are all.', 'Hence the answer is $90$.'];
  const doubled = ['We add: $2+45=47$.', 'Here $2\\cdot 45=90$ holds.', 'Hence the answer is $47$.'];
  const again = 'step 2 has 2\\cdot 45=90 again, which the changed step replaced';
  assert.equal(undone(twice, doubled, { answers: ['90', '47'] }), again);
  const decimal = ['We halve: $35 / 2 = 17.5$.', 'These are all.', 'Hence the answer is $17.5$.'];
  const halved = (second: string) =>
    undone(decimal, ['We double: $35\\cdot 2=70$.', second, 'Hence the answer is $70$.'], {
      answers: ['17.5', '70'],
    });
  assert.equal(
    halved('Here $35/2= 17.5$ holds.'),
    'step 2 has 35 / 2 = 17.5 again, which the changed step replaced',
  );
  assert.equal(halved('Here $35/2=17$ holds.'), null);
  assert.equal(found(wrong, 'Here $1220-45=1175$.'), null);
  assert.equal(found('We have $220-45=175$ twice.', 'So $220-45=175$ again.'), null, 'it was not replaced');
});

test('a later step that names the old answer beside the new one is rejected, unless something leads from one to the other', () => {
  const before = ['We subtract.', 'These are all.', 'Hence the answer is $\\boxed{175}$.'];
  const found = (last: string, first = 'We subtract twice.', problem = 'How many?') =>
    undone(before, [first, 'These are all.', last], { answers: ['175', '130'], problem });
  for (const last of [
    'It would be 175, but the answer is $\\boxed{130}$.',
    'The answer is $\\boxed{130}$, although it is 175.',
    'As $130+45=175$, the answer is $\\boxed{130}$.',
  ])
    assert.equal(found(last), names(3), last);
  for (const last of [
    'There are 175, and half of them, $\\boxed{130}$, count.',
    'From 175 we subtract the others: $\\boxed{130}$.',
    'With $175-45$ we get $\\boxed{130}$.',
    'The answer is $\\boxed{130}$.',
  ])
    assert.equal(found(last), null, last);
  const kept = 'Of 175 and 130 cases the second are ours.';
  const unchanged = [before[0]!, kept, before[2]!];
  const behind = ['We subtract twice.', kept, 'The answer is $\\boxed{130}$.'];
  assert.equal(undone(unchanged, behind, { answers: ['175', '130'] }), null, 'the original has both');
  const last = 'Not all 175 of them: $\\boxed{130}$.';
  assert.equal(found(last, 'Of the 175 we take some.'), null, 'the changed step has it');
  assert.equal(found(last, undefined, 'Of 175, how many?'), null, 'the problem has it');
});

test('answers that are not numbers, not known or the same are not looked for in the argument', () => {
  const before = (answer: string) => ['We add.', `As ${answer} is least, it is ${answer}.`];
  for (const [old, now] of [
    ['20', 'x'],
    ['x', '19'],
    ['20', '20'],
    ['20', '19 cm'],
    ['about 20', '19'],
    ['2.', '3'],
    ['20', '1.'],
  ] as const)
    assert.equal(
      undone(before(old), ['We sum.', `As ${old} is least, it is ${now}.`], { answers: [old, now] }),
      null,
      `${old} ${now}`,
    );
  assert.equal(
    undone(before('20'), ['We sum.', 'As 20 is least, it is 19.'], { answers: [null, '19'] }),
    null,
  );
});

test('the old answer inside of another number or a computation is no reason', () => {
  const half = (reason: string, old = '20', now = '19') =>
    undone(['We add.', `As ${reason}, it is ${old}.`], ['We sum.', `As ${reason}, it is ${now}.`], {
      answers: [old, now],
    });
  for (const alone of [
    '20',
    'is 20,',
    '(20)',
    '$20$',
    '=20',
    '20.',
    '20. So',
    '20 and 5 + 6',
    '5 + 6 and 20',
    'x20',
    '20x',
  ])
    assert.equal(half(alone), argues(2), alone);
  for (const other of [
    ...[
      '120',
      '201',
      '1.20',
      '20.5',
      '{20}',
      '^20',
      '_20',
      '20 + 1',
      '20+1',
      '20 - 1',
      '20*2',
      '20 / 2',
      '20^2',
    ],
    ...[
      '20 \\cdot 2',
      '20\\times 2',
      '1 + 20',
      '1-20',
      '2*20',
      '2 / 20',
      '2 \\cdot 20',
      '2\\times20',
      '2\\times  20',
    ],
  ])
    assert.equal(half(other), null, other);
  assert.equal(half('2.5', '2.5', '3'), argues(2));
  assert.equal(half('2x5', '2.5', '3'), null);
  // The new answer within another number is not the new answer.
  const other = (text: string) =>
    undone(['We add.', `20 is least: ${text.replace('19', '20')}.`], ['We sum.', `20 is least: ${text}.`]);
  assert.equal(other('19'), argues(2));
  for (const text of ['119', '1.19', '191']) assert.equal(other(text), null, text);
  const decimal = (text: string) =>
    undone(['We add.', '20 is least: 20.'], ['We sum.', `20 is least: ${text}.`], { answers: ['20', '1.9'] });
  assert.equal(decimal('1.9'), argues(2));
  assert.equal(decimal('1x9'), null);
  // A minus between terms is no sign.
  const changed = (text: string) =>
    undone(['We add.', `20 is least: ${text.replace('4', '20')}.`], ['We sum.', `20 is least: ${text}.`], {
      answers: ['20', '4'],
    });
  for (const text of ['4', 'x-4', '6-4', '6 -4', '6 - 4', '(x)-4', '}  -4'])
    assert.equal(changed(text), argues(2), text);
  for (const text of ['-4', 'is -4', '=-4']) assert.equal(changed(text), null, text);
});

const continues = (step: number, digits: string): string =>
  `step ${step} continues with ${digits}, which the changed step no longer has`;
test('a later step that continues with the value of the original is rejected', () => {
  for (const [old, now] of [
    ['12', '14'],
    ['1.25', '3.5'],
    ['7', '9'],
    ['-12', '-14'],
    ['12', '-14'],
  ] as const) {
    const digits = old.replace('-', '');
    for (const result of [
      (value: string) => `So $x = ${value}$.`,
      (value: string) => `So $x \\equiv ${value}$.`,
      (value: string) => `So $x \\approx${value}$.`,
      (value: string) => `So $x =$ ${value} here.`,
      (value: string) => `So x=$${value}$`,
      (value: string) => `x = ${value}`,
    ]) {
      const later = `We go on with $${digits}$ then.`;
      assert.equal(undone([result(old), later], [result(now), later]), continues(2, digits), result(now));
      assert.equal(
        undone([result(old), 'Now.', later], [result(now), 'Now.', later], { prefix: ['A.', 'B.'] }),
        continues(5, digits),
      );
      assert.equal(
        undone([result(old), later], [result(now), later.replaceAll(' ', '  ')]),
        continues(2, digits),
      );
      // It is the value of the problem, of an earlier step or still of this one; or the later step has the new one too.
      assert.equal(
        undone([result(old), later], [result(now), later], { problem: `There are ${digits}.` }),
        null,
      );
      assert.equal(
        undone([result(old), later], [result(now), later], { prefix: [`${digits}.`, 'B.'] }),
        null,
      );
      assert.equal(undone([result(old), later], [`${result(now)} Not ${digits}`, later]), null);
      const both = `${later} And ${now.replace('-', '')}.`;
      assert.equal(undone([result(old), both], [result(now), both]), null);
      assert.equal(undone([result(old), later], [result(now), 'We go on.']), null);
      assert.equal(undone([result(old), later], [result(old), later]), null);
    }
  }
});

test('a number behind a relation that is part of a computation is no result', () => {
  for (const computed of [
    '12 + 1',
    '12+1',
    '12 - x',
    '12*2',
    '12 / x',
    '12^2',
    '12 \\cdot x',
    '12\\times x',
    '12 \\binom{4}{2}',
    '12.5 + 1',
  ]) {
    assert.equal(
      undone([`$x = ${computed}$`, 'With 12 and 12.5.'], ['$x = 14$', 'With 12 and 12.5.']),
      null,
      computed,
    );
    assert.equal(
      undone(['$x = 12$', 'With 12.'], [`$x = ${computed.replace('12', '14')}$`, 'With 12.']),
      null,
      computed,
    );
  }
  assert.equal(undone(['$x > 12$', 'With 12.'], ['$x > 14$', 'With 12.']), null);
  assert.equal(undone(['$x = 12$', 'With 12.'], ['$x = 14$, $y = 12 + 1$', 'With 12.']), null);
});

test('in a rewritten step only a number of several digits that it does not compute is the old value', () => {
  const rewrittenAs = (value: string, later: string) =>
    undone([`$x = ${value}$`, 'Then we take it.'], ['$x = 14$', later]);
  assert.equal(rewrittenAs('12', 'Now we take 12.'), continues(2, '12'));
  assert.equal(rewrittenAs('1.5', 'Now we take 1.5.'), continues(2, '1.5'));
  assert.equal(rewrittenAs('12', 'Now $6 + 6 = 12$.'), null);
  assert.equal(rewrittenAs('12', 'Now $6 - 18 = -12$.'), null);
  assert.equal(rewrittenAs('7', 'Now we take 7.'), null);
  assert.equal(rewrittenAs('12', 'Now we take 121 and 512.'), null);
  assert.equal(undone(['$x = 12$'], ['$x = 14$', 'Now we take 12.']), continues(2, '12'));
  assert.equal(undone(['$x = 12$', 'Now $y = 12$.'], ['$x = 14$', 'Now $y = 12$.']), continues(2, '12'));
});

function second(...later: string[]): string | null {
  const steps = ['There are $60 / 12 + 1 = 6$.', ...later];
  return rejectionOfSteps(consistencyCheck, ['There are $60 / 12 = 5$.', 'So it is 20.'], steps, {
    prefix: ['A.'],
  });
}
test('the second error is named with its step, wherever it is', () => {
  assert.equal(second('So $3 + 4 = 8$.', 'It is 19.'), 'step 3 has a second error: 3 + 4 = 8 does not hold');
  assert.equal(
    second('So it is 19.', 'As $3 + 4 = 8$.'),
    'step 4 has a second error: 3 + 4 = 8 does not hold',
  );
  assert.equal(second('So $3 + 4 = 7$, $5 - 2 = 3$.', 'As $4 = 4$.'), null);
  const beside = (later: string) =>
    rejectionOfSteps(consistencyCheck, ['$60 / 12 = 5$.', 'So $9 + 9 = 20$.'], ['$60 / 12 = 6$.', later]);
  assert.equal(beside('As $60/12 = 6$ and $9+9  = 20$.'), null, 'both were there');
  assert.equal(
    beside('As $60/12 = 6$ and $9 + 9 = 19$.'),
    'step 2 has a second error: 9 + 9 = 19 does not hold',
  );
});

test('a letter x between factors multiplies, wherever the last factor stood before', () => {
  for (const text of [
    ...[
      '6 x 8 = 48',
      '6x8 = 48',
      '6 X  8 = 48',
      'As 8 is even, 6 x 8 = 48',
      '(2 + 4) x 8 = 48',
      '$\\frac{12}{2} x 8 = 48$',
    ],
  ])
    assert.equal(second(text, 'It is 19.'), null, text);
  assert.match(second('So 6 x, 8 = 48', 'It is 19.') ?? '', /^step 3 has a second error: 8 = 48/);
  assert.match(second('Here 6 x and $8 = 48$.', 'It is 19.') ?? '', /^step 3 has a second error: 8 = 48/);
});

test('an original that ends with a box ends with one', () => {
  const box = (value: number): string => `Here it is $\\boxed{${value}}$.`;
  const ends = (before: readonly string[], after: readonly string[]) =>
    rejectionOfSteps(endingCheck, before, after, { prefix: ['First, $\\boxed{1}$.'] });
  assert.equal(ends(['We add.', box(20)], ['We sum.', box(19)]), null);
  assert.equal(
    ends(['We add.', box(20)], ['We sum.', 'It is 19.']),
    'the original ends with a box, the changed solution has none',
  );
  assert.equal(ends(['We add.', box(20)], [box(19), 'We are done.']), 'the last step no longer has the box');
  assert.equal(ends([box(20), 'We are done.'], [box(19), 'We are done.']), null);
  assert.equal(ends([box(20), 'We are done.'], ['We sum.', box(19)]), null);
  assert.equal(
    ends([box(20), 'We are done.'], ['We sum.', 'We are done.']),
    'the original ends with a box, the changed solution has none',
  );
  assert.equal(
    ends(['We add.', 'It is 20.'], ['We sum.', 'It is 19.']),
    null,
    'a box before the error is none of the end',
  );
});

test('a solution that lost steps and its conclusion is rejected', () => {
  const lost = (last: string, now: string, others = 1) =>
    rejectionOfSteps(
      endingCheck,
      ['We add.', 'We count.', last],
      [...Array.from({ length: others }, () => 'We sum.'), now],
      { prefix: ['First.'] },
    );
  const missing = 'the last step is missing';
  for (const conclusion of [
    'The final answer',
    'the answer is',
    'Boxed',
    'Therefore',
    'thus',
    'Hence',
    'In conclusion',
    'So the',
  ]) {
    const last = `${conclusion} value found equals $20$.`;
    assert.equal(lost(last, 'We subtract 5.'), missing, last);
    assert.equal(lost(last, 'We subtract 5.', 2), null, 'as many steps as before');
    assert.equal(lost(last, `${conclusion} value found equals $19$.`), null);
  }
  assert.equal(lost('Altogether one finds $20$.', 'We subtract 5.'), null, 'it concludes nothing');
  // Half of its words are enough; formulas and single letters are no words.
  assert.equal(lost('Hence both numbers agree.', 'Now the numbers agree.'), null);
  assert.equal(lost('Hence both large numbers agree.', 'Now the numbers agree.'), missing);
  assert.equal(lost('Hence a b c agree.', 'We a b c.'), missing);
  assert.equal(lost('$\\therefore x = 20$', 'We subtract 5.'), null, 'there are no words');
  assert.equal(lost('Hence it holds.', 'HENCE all holds.'), null);
});
