// Short answers in words and figures: amounts, times, dates, and phrases of which a number is only a part.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, verify } from '../../src/mathverify/index.ts';
import { areEqual, areUnequal } from './pairs.ts';

test('an amount in several units of one kind is one amount', () => {
  areEqual([
    ['5 ft 6 in', '66 inches'],
    ['2 hours 30 minutes', '150 minutes'],
    ['2 hours and 15 minutes', '2.25 hours'],
    ['1 hour, 2 minutes and 3 seconds', '3723 seconds'],
    ['12 dollars and 50 cents', '$12.50'],
    ["22^\\circ 30'", '22.5^\\circ'],
    ["$22^\\circ 30'$", '22.5°'],
    ['-1° 30′ 36″', '-1.51 degrees'],
  ]);
  areUnequal([
    ['5 ft 6 in', '6'],
    ['5 ft 6 in', '6 in'],
    ['5 ft 6 in', '56 in'],
    ['2 hours 30 minutes', '3 hours 30 minutes'],
    ['2 hours 30 minutes', '2.3 hours'],
    ["22^\\circ 30'", "23^\\circ 30'"],
    ['12 dollars and 50 cents', '12 dollars and 60 cents'],
    ['5 m 3 s', '5 m 4 s'],
  ]);
});

test('times of day and dates are more than the numbers in them', () => {
  areEqual([
    ['3:30 PM', '3:30 p.m.'],
    ['3:30 PM', '15:30'],
    ['3:30', '3:30 PM'],
    ['3 PM', '3'],
    ['5am', '5 a.m.'],
    ['$2pm$', '$2mp$'],
    ['$5am$', '$5ma$'],
    ['$3am$', '3am'],
    ['10:00 am', '10 a.m.'],
    ['$7\\text{ a.m.}$', '7 am'],
    ['7 a.m.', '$t = 7\\text{ a.m.}$'],
    ['7 a.m.', '7:00 a.m. on Monday'],
    ['7 a.m.', '7 a.m. sharp'],
    ['May 5, 2020', '5 May 2020'],
    ['5th of May', 'May 5'],
    ['\\text{January 5}', 'Jan. 5'],
    ['2020-05-05', 'May 5, 2020'],
  ]);
  areUnequal([
    ['3:30 PM', '3:30 AM'],
    ['3:30 PM', '3:45 PM'],
    ['10:30 a.m.', '10:45 a.m.'],
    ['7 a.m.', '7 p.m.'],
    ['7 a.m.', '$t = 7\\text{ p.m.}$'],
    ['7 a.m.', '7 p.m. on Monday'],
    ['7', '7 p.m. tomorrow evening'],
    ['$5am$', '$5$'],
    ['$2pm$', '2'],
    ['7:00\\text{ a.m.}', '7:00\\text{ p.m.}'],
    ['12:30 am', '12:30 pm'],
    ['January 5', 'March 5'],
    ['January 5', '5'],
    ['May 5, 2020', 'June 5, 2020'],
    ['5 May 2020', '6 May 2020'],
    ['2020-05-05', '2020-06-04'],
  ]);
});

test('a number that is only a part of an unreadable phrase is no answer', () => {
  areUnequal([
    ['3⁄ \\foo', '3'],
    ['3 squared', '3'],
    ['3 squared', '3 cubed'],
    ['5 to the power of 3', '3'],
    ['5 to the power of 3', '4 to the power of 3'],
    ['3 to 4', '4'],
    ['3\\nmid n', '3\\mid n'],
    ['2^{10', '2^{11'],
    ['10\\% of 50', '50'],
    ['3 out of 4', '4'],
    ['5 less than 8', '8'],
    ['from 3 to 5', '5'],
    ['quotient 5, remainder 2', '2'],
    ['5\\text{ remainder }2', '5\\text{ remainder }3'],
    ['Alice: 5, Bob: 6', '6'],
  ]);
  const concluding = [
    ...['The total is 12 dollars.', 'so he pays 12', 'It took 3 tries to get 12', '#### 12'],
    ...['In base 15, 12.', 'so the remainder is 12.', 'It leaves a remainder of 12'],
  ];
  for (const text of concluding)
    assert.equal(verify({ gold: '12', prediction: text }).verdict, 'equal', text);
});

test('dates in digits are dates, and no quotients or differences', () => {
  areEqual([
    ['1/2/2020', '01/02/2020'],
    ['13/2/2020', 'February 13, 2020'],
    ['$2/13/2020$', '13.2.2020'],
    ['2020/1/2', '2020-01-02'],
    ['\\boxed{12/25/2023}', '25 December 2023'],
    ['1/2/3000', '1/6000'],
    ['40/50/2000', '1/2500'],
    ['1/2/20', '1/40'],
    ['2020/1-2', '2018'],
    ['2000-10-5', '1985'],
    ['1-2-2020', '-2021'],
    ['Monday, January 5', 'January 5'],
  ]);
  areUnequal([
    ['1/2/2020', '1/4040'],
    ['\\boxed{1/2/2020}', '1/4040'],
    ['The date is 1/2/2020.', '1/4040'],
    ['2020/01/02', '1010'],
    ['01-02-2020', '-2021'],
    ['1/2/2020', '3 February 2020'],
    ['Monday, January 5', 'Tuesday, January 5'],
  ]);
  for (const [gold, prediction] of [
    ['1/2/2020', '2/1/2020'],
    ['1/2/2020', 'January 2, 2020'],
    ['1/2/2020', '1 February 2020'],
    ['January 2', 'January 2, 2020'],
  ] as const) {
    assert.equal(verify(gold, prediction).verdict, 'undecided', gold);
    assert.equal(verify(prediction, gold).verdict, 'undecided', gold);
  }
});

test('texts without readable mathematics are equal where they are the same text', () => {
  for (const text of ['5 to the power of 3', 'Alice: 5, Bob: 6', 'from 3 to 5']) {
    assert.equal(parse(text).value, null, text);
    assert.equal(verify({ gold: text, prediction: ` ${text.toUpperCase()} ` }).verdict, 'equal', text);
  }
});

test('what is counted counts where both sides count the same things', () => {
  areEqual([
    ['3 apples and 4 pears', '4 pears and 3 apples'],
    ['3 apples and 4 pears', '3 and 4'],
    ['9 chickens and 10 rabbits', '9 hens, 10 bunnies'],
    ['3 red, 4 blue', '3 red, 4 blue'],
  ]);
  areUnequal([
    ['3 apples and 4 pears', '4 apples and 3 pears'],
    ['3 red, 4 blue', '4 red, 3 blue'],
    ['3 apples and 4 pears', '3 apples and 5 pears'],
    ['3 apples and 4 pears', '4 apple and 3 pear'],
  ]);
});

test('the same number of other things is not the same answer', () => {
  const reason = (gold: string, prediction: string): string => verify(gold, prediction).reason;
  areUnequal([
    ['5 apples', '5 oranges'],
    ['five apples', 'The answer is 5 oranges.'],
    ['5 apples', 'So he has $\\boxed{5}$ oranges.'],
    ['5 apples', '\\boxed{5\\text{ oranges}}'],
    ['$\\frac12$ apples', '1/2 pears'],
    ['3 men', '3 women'],
    ['5 dollars', '5 apples'],
    ['5 adult tickets', '5 child tickets'],
    ['5 kg of flour', '5 kg of sugar'],
    ['2 bags of apples', '2 bags of oranges'],
    ['5 bags of apples', '5 apples'],
  ]);
  assert.equal(verify('5 apples', '5 oranges').verdict, 'undecided');
  assert.match(reason('5 apples', '5 oranges'), /apple and orange/);
  areEqual([
    ['5 apples', '5'],
    ['5 apples', 'So he has $\\boxed{5}$ apples left.'],
    ['5 apples', '\\boxed{5} is the answer'],
    ['5 apples', 'five Apple'],
    ['18 eggs', '18 duck eggs'],
    ['5 more apples', '5 apples in total'],
    ['3 children', '3 child'],
    ['1,200 people', '1200 persons'],
    ['5 mph', '5 miles per hour'],
    ['5 l of milk', '5 liters of milk'],
    ['5 liters', '5 liters of milk'],
    ['5 square units', '5 units'],
    ['5 of them', '5 apples'],
    ['12 ways', '12 arrangements'],
    ['2 million', '2000000 dollars'],
    ['5 dozen', '60 eggs'],
  ]);
});

test('choices are found beside their values', () => {
  areEqual([
    ['\\textbf{(B)}\\ 12', '12'],
    ['\\textbf{(B)}\\ 12', 'B'],
    ['D', '(D) 14'],
    ['D', 'Option D'],
    ['A,C,F', '\\text{F, A, C}'],
  ]);
  areUnequal([
    ['\\textbf{(B)}\\ 12', '13'],
    ['D', '(C) 14'],
    ['D', 'Option C'],
    ['A,C,F', '\\text{A, C, E}'],
  ]);
});

test('phrases name sets, and what holds for all numbers needs no saying', () => {
  areEqual([
    ['\\emptyset', '\\text{no solution}'],
    ['no solutions', 'There is no real solution.'],
    ['(-\\infty,\\infty)', '\\text{all real numbers}'],
    ['f(x)=cx \\text{ for any constant } c', 'f(x)=cx'],
    ['f(x) = x for all x', '$f(x)=x$'],
    ['5th', '5'],
  ]);
  areUnequal([
    ['\\emptyset', '0'],
    ['no real roots', 'no rational roots'],
    ['\\text{all real numbers}', '\\emptyset'],
    ['f(n)=n \\text{ for all even } n', 'f(n)=n'],
    ['f(x)=x \\text{ for } x>0', 'f(x)=x'],
  ]);
});

test('a value that a text excludes is not its answer', () => {
  areEqual([
    ['12', 'The answer is not 11 but 12.'],
    ['12', 'The answer is 12 rather than 11.'],
    ['12', 'It is 12 instead of 11.'],
    ['12', "The answer isn't 11, it is 12."],
    ['12', 'The answer is 12 (it is not 13).'],
    ['12', 'There are not 11 apples but 12 apples.'],
    ['7', 'We get 7, not 8 as one might think.'],
    ['5', 'The answer is no longer 4, but 5.'],
    ['\\frac12', 'The value is $\\frac{1}{2}$ rather than $\\frac{1}{3}$.'],
    ['(1,2)', 'The point is (1,2), not (2,1).'],
    ['5', 'The answer is neither 3 nor 4 but 5.'],
    ['5', 'The answer cannot be 4, so it is 5.'],
    ['5', 'It is 5 instead of the expected 4.'],
    ['5', 'My first answer 4 was wrong; it is 5.'],
    ['5', 'x = 5 (x = -3 is rejected)'],
    ['5', 'x = 5, as x = -3 is extraneous.'],
    ['x=3', 'x = 3 rather than x = 4'],
    ['a+b', 'a+b, not a-b'],
    ['C', 'The answer is not B but C.'],
  ]);
  areUnequal([
    ['3', 'The answer is neither 3 nor 4 but 5.'],
    ['4', 'The answer cannot be 4, so it is 5.'],
    ['4', 'It is 5 instead of the expected 4.'],
    ['4', 'My first answer 4 was wrong; it is 5.'],
    ['x=4', 'x = 3 rather than x = 4'],
    ['a-b', 'a+b, not a-b'],
    ['B', 'The answer is not B but C.'],
    ['11', 'The answer is not 11 but 12.'],
    ['11', 'The answer is 12 rather than 11.'],
    ['11', 'It is 12 instead of 11.'],
    ['11', "The answer isn't 11, it is 12."],
    ['13', 'The answer is 12 (it is not 13).'],
    ['8', 'We get 7, not 8 as one might think.'],
    ['(2,1)', 'The point is (1,2), not (2,1).'],
  ]);
  assert.equal(verify('11', 'The answer is not 11.').verdict, 'unparsed');
});

test('marks around an answer say nothing about it', () => {
  for (const answer of ['5', '1/2', 'x+1'])
    areEqual(
      [
        '<answer>ANSWER</answer>',
        'Let me think.\n<answer>\nANSWER\n</answer>',
        '{"answer": "ANSWER"}',
        '{"reasoning": "I see 3 and 4", "final_answer": "ANSWER"}',
        'The answer is "ANSWER".',
        'The answer is `ANSWER`.',
        'The answer is __ANSWER__.',
        'ANSWER ✓',
        'answer → ANSWER',
        '```\nANSWER\n```',
      ].map((text) => [answer, text.replace('ANSWER', answer)] as const),
    );
  areUnequal([['13', 'I see "13" in 7 numbers, 20 times.']]);
});

test('thousands may be parted by narrow spaces', () => {
  areEqual([
    ['1234567', '1\u2009234\u2009567'],
    ['1234', '1\u202f234'],
    ['1234', 'So it is 1\u00a0234.'],
  ]);
  areUnequal([['1234', '1\u200923']]);
});

test('a number of which a letter makes an expression is not an answer', () => {
  for (const text of [
    'So each slice will be 2x',
    'The answer is clearly 2x',
    'we need 3 + x + 2',
    'It is 2π wide',
  ])
    assert.equal(verify('2', text).equal, false, text);
  areEqual([
    ['3', 'It takes 3x longer'],
    ['5', 'the answer to 2b is 5'],
    ['1024', 'so we get 2^10'],
  ]);
});

test('a word can make the same number the opposite answer', () => {
  areUnequal([
    ['10 km north', '10 km south'],
    ['10 km north', 'We end 10 km south of the start.'],
    ['30 degrees east', '30 degrees west'],
    ['loss of 20', 'a profit of $20'],
    ['5% increase', 'a 5% decrease'],
    ['clockwise 30', 'counterclockwise 30'],
    ['10 heads', '10 tails'],
    ['3 more', '3 fewer'],
  ]);
  areEqual([
    ['10 km north', '10 km'],
    ['10 km north', '10 km to the north, not to the south'],
    ['\\left(1,2\\right)', '(1,2)'],
    ['£3', '3 pounds'],
    ['50 pence', '0.5 pounds'],
  ]);
});

test('the cross product of vectors is not their dot product', () => {
  areUnequal([
    ['\\vec{a}\\cdot\\vec{b}', '\\vec{a}\\times\\vec{b}'],
    ['\\vec{a}\\times\\vec{b}', '\\vec{b}\\times\\vec{a}'],
  ]);
  areEqual([
    ['\\vec{a}\\cdot\\vec{b}', '\\vec{b}\\cdot\\vec{a}'],
    ['2\\vec{a}\\times\\vec{b}', '2(\\vec{a}\\times\\vec{b})'],
  ]);
});

test('fortnights, acres and hectares are converted', () => {
  areEqual([
    ['1 fortnight', '2 weeks'],
    ['1 hectare', '10000 m^2'],
    ['3 acres', '3'],
  ]);
  areUnequal([
    ['1 fortnight', '1 week'],
    ['1 acre', '1 hectare'],
  ]);
});

test('a box with a bound or a denial holds no value', () => {
  for (const content of [
    '\\text{not }5',
    '\\neq 5',
    '5\\text{ or more}',
    '\\text{at most }5',
    '\\text{more than }5',
  ])
    assert.equal(verify('5', `So it is $\\boxed{${content}}$.`).verdict, 'unparsed', content);
  areEqual([
    ['x\\ne5', '\\boxed{x\\neq 5}'],
    ['5', '\\boxed{5\\text{ cm}}'],
  ]);
});

test('another property is another answer, and Greek capitals are other letters', () => {
  areUnequal([
    ['n \\text{ even}', 'n \\text{ odd}'],
    ['p \\text{ prime}', 'p \\text{ odd}'],
    ['\\text{all even } n', '\\text{all odd } n'],
    ['\\Gamma', '\\gamma'],
    ['2\\Delta', '2\\delta'],
  ]);
  areEqual([
    ['n \\text{ even}', '\\text{even } n'],
    ['X', 'x'],
    ['\\Gamma', '\\Gamma'],
  ]);
});

test('yes and no are found at the beginning and at the end of a reply', () => {
  for (const [gold, reply, expected] of [
    ['\\text{Yes}', 'Yes, it is.', 'equal'],
    ['no', 'Yes! But wait. The answer is **no**.', 'equal'],
    ['True', 'So the statement is $\\text{true}$.', 'equal'],
    ['Yes', '\\boxed{\\text{Yes}}', 'equal'],
    ['yes', 'No, because 5 is prime.', 'different'],
    ['Yes', '\\boxed{\\text{No}}', 'different'],
    ['True', 'The statement is false.', 'different'],
    ['yes', 'There is no solution.', 'unparsed'],
    ['yes', 'It is not possible to say.', 'unparsed'],
  ] as const)
    assert.equal(verify(gold, reply).verdict, expected, reply);
});

test('combinations, negative numbers in words and answers in other scripts are read', () => {
  areEqual([
    ['10', '5C2'],
    ['10', '$C_{5}^{2}$'],
    ['120', '$^{10}C_3$'],
    ['-5', 'The answer is minus 5.'],
    ['5', '答案：5'],
    ['5', '因此答案是 $5$。'],
    ['5', 'Ответ: 5'],
  ]);
  areUnequal([
    ['5', 'minus 5'],
    ['C_2', 'C_5'],
    ['10', 'C_{5}'],
  ]);
});
