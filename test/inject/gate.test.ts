import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GateInput } from '../../src/inject/gate/check.ts';
import { failedChecks, gateOf } from '../../src/inject/gate/gate.ts';
import type { Proposal } from '../../src/inject/reply.ts';
import { good, original, problem } from './sound-injection.ts';

function gate(change: Partial<Proposal> = {}, input: Partial<GateInput> = {}, earlier = new Set<string>()) {
  const proposal = { ...good, ...change };
  return gateOf(
    { problem, original, originalAnswer: '20', region: { from: 4, to: 6 }, asked: null, proposal, ...input },
    earlier,
  );
}

/** The target step, or the step at `place`, with another text. */
function withStep(text: string, place = 0): Partial<Proposal> {
  return { steps: good.steps.map((step, at) => (at === place ? text : step)) };
}

test('lets a good injection through, and records every check that it passed', () => {
  const passed = gate();
  assert.deepEqual(failedChecks(passed), []);
  assert.equal(Object.keys(passed).length, 20);
  assert.ok(Object.values(passed).every(({ detail }) => detail === null));
});

const bad: Readonly<Record<string, readonly (readonly [string, Partial<Proposal>, Partial<GateInput>?])[]>> =
  {
    region: [
      ['a step before the region', {}, { region: { from: 5, to: 6 } }],
      ['a step behind the region', {}, { region: { from: 2, to: 3 } }],
      [
        'a marked step before the region',
        { errorSteps: [3], at: 3, first: 3, steps: [original[3]!, ...good.steps] },
      ],
    ],
    target: [
      ['another step than the one asked for', {}, { asked: 5 }],
      ['one step chosen and another marked', { errorSteps: [5], at: 5 }],
      ['no step marked', { errorSteps: [] }],
    ],
    prefix: [
      ['a changed earlier step', { first: 3, steps: [`${original[3]} Clearly.`, ...good.steps] }],
      ['one changed byte', { first: 3, steps: [original[3]!.replace('which', 'Which'), ...good.steps] }],
      ['a space more', { first: 3, steps: [`${original[3]} `, ...good.steps] }],
    ],
    one_error: [
      ['two marked steps', { errorSteps: [4, 5] }],
      ['none', { errorSteps: [] }],
    ],
    step_count: [
      ['two steps left out', { steps: ['In all $19$ remain, so the final answer is $\\boxed{19}$.'] }],
      ['three steps more', { steps: [...good.steps.slice(0, 2), 'Yes.', 'So.', 'Now.', good.steps[2]!] }],
    ],
    text_changed: [
      ['other white space', withStep('There are  $60/12=5$ multiples of $12$ in the range.')],
      ['other delimiters', withStep('There are \\(60 / 12 = 5\\) multiples of \\(12\\) in the range.')],
      ['another fraction sign', withStep('There are $\\frac{60}{12} = 5$ multiples of $12$ in the range.')],
      ['an equal value', withStep('There are $60 / 12 = \\frac{10}{2}$ multiples of $12$ in the range.')],
      ['mark-up and capitals', withStep('**There are $60 / 12 = 5$ Multiples of $12$ in the range**')],
      ['a number in front', withStep('5. There are $60 / 12 = 5$ multiples of $12$ in the range.')],
    ],
    answer_changed: [
      ['the same answer', { ...withStep('The final answer is $\\boxed{20}$.', 2), finalAnswer: '20' }],
      [
        'the same in a box',
        { ...withStep('The final answer is $\\boxed{20}$.', 2), finalAnswer: '$\\boxed{20}$' },
      ],
      [
        'the same value',
        { ...withStep('The final answer is $\\boxed{\\frac{40}{2}}$.', 2), finalAnswer: '40/2' },
      ],
      [
        'the same as a decimal',
        { ...withStep('The final answer is $\\boxed{20.0}$.', 2), finalAnswer: '20.0' },
      ],
      ['another named than stated', withStep('The final answer is $\\boxed{20}$.', 2)],
    ],
    answer_stated: [
      ['another answer at the end', withStep('The final answer is $\\boxed{18}$.', 2)],
      [
        'no answer at the end',
        { steps: [good.steps[0]!, 'By inclusion the count follows.', 'This is the answer.'] },
      ],
    ],
    consistent: [
      [
        'a false equation later',
        withStep('By inclusion and exclusion the count is $15 + 10 - 6 = 18$, so $19$.', 1),
      ],
      ['a second one at the end', withStep('As $2 \\cdot 9 = 19$, the final answer is $\\boxed{19}$.', 2)],
    ],
    no_leak: [
      ['a confession', withStep('There are $60 / 12 + 1 = 6$ multiples, mistakenly counting zero too.')],
      [
        'a confession later',
        withStep('We ignore the end, and the count is $15 + 10 - 6 = 19$ by exclusion.', 1),
      ],
    ],
    latex: [
      [
        'doubled backslashes',
        withStep('There are $\\\\frac{60}{12} + 1 = 6$ multiples of $12$ in the range.'),
      ],
      ['doubled delimiters', withStep('There are \\\\(60 / 12 + 1 = 6\\\\) multiples of $12$ in the range.')],
      ['an eaten backslash', withStep('There are $\frac{60}{12} + 1 = 6$ multiples of $12$ in the range.')],
      ['an eaten tab', withStep('There are $5 \times 1 + 1 = 6$ multiples of $12$ in the range.')],
      ['a bare command', withStep('There are $frac{60}{12} + 1 = 6$ multiples of $12$ in the range.')],
      ['a lost backspace', withStep('The final answer is $oxed{19}$, \\boxed{19}.', 2)],
      ['an escaped line end', withStep('There are $60 / 12 + 1 = 6$ multiples\\n of $12$ in the range.')],
      ['a loose brace', withStep('There are $\\frac{60}{12 + 1 = 6$ multiples of $12$ in the range.')],
      ['an odd dollar sign', withStep('There are $60 / 12 + 1 = 6 multiples of $12$ in the range.')],
      ['an open bracket', withStep('There are \\(60 / 12 + 1 = 6 multiples of $12$ in the range.')],
      ['left without right', withStep('There are $\\left(60 / 12) + 1 = 6$ multiples of $12$ in the range.')],
      ['a lost display', withStep('There are [ \\frac{60}{12} + 1 = 6 ] multiples of $12$ in the range.')],
    ],
    length: [
      [
        'a long step',
        withStep(`${good.steps[0]} ${'We recall what has been counted so far and why. '.repeat(6)}`),
      ],
      [
        'a long tail',
        withStep(`${good.steps[1]} ${'This holds for each of the numbers in turn. '.repeat(8)}`, 1),
      ],
    ],
    style: [
      ['bold text', withStep('There are **six** multiples, $60 / 12 + 1 = 6$, of $12$ in the range.')],
      ['other delimiters', withStep('There are \\(60 / 12 + 1 = 6\\) multiples of \\(12\\) in the range.')],
      ['a heading', withStep('## Count\nThere are $60 / 12 + 1 = 6$ multiples of $12$ in the range.')],
      ['a list', withStep('- There are $60 / 12 + 1 = 6$ multiples of $12$ in the range.')],
      ['a label', { steps: good.steps.map((text, at) => `Step ${at + 5}: ${text}`) }],
      ['no formulas', { steps: good.steps.map((text) => text.replaceAll(/\$|\\boxed/g, '')) }],
      ['an exclamation', withStep('There are $60 / 12 + 1 = 6$ multiples of $12$ in the range, great!')],
      [
        'another language',
        withStep(
          'Es gibt $60 / 12 + 1 = 6$ Vielfache davon im ganzen Bereich, wobei beide Enden natürlich mitgezählt werden müssen, weil jede dieser Zahlen sowohl durch vier als auch durch sechs ohne verbleibenden Rest teilbar ist, was man leicht sieht.',
        ),
      ],
    ],
  };
for (const [name, cases] of Object.entries(bad)) {
  for (const [what, change, input] of cases) {
    test(`${name} refuses ${what}`, () => {
      const result = gate(change, input);
      assert.equal(result[name]?.ok, false, JSON.stringify(result));
      assert.ok((result[name]?.detail ?? '').length > 0);
    });
  }
}

test('refuses the same injection of the same problem a second time, however it is dressed', async () => {
  const { fingerprint } = await import('../../src/inject/gate/fingerprint.ts');
  const earlier = new Set([
    fingerprint(
      problem,
      4,
      good.steps.map((text) => text.replaceAll(' ', '  ')),
    ),
  ]);
  assert.equal(gate({}, {}, earlier).fresh?.ok, false);
  assert.equal(gate(withStep('There are $60 / 12 + 2 = 7$ multiples of $12$.'), {}, earlier).fresh?.ok, true);
});

test('what the original does too is held against nobody', () => {
  const rough = [
    ...original.slice(0, 4),
    'There are \\\\(60 / 12 = 5\\\\) **multiples**!',
    original[5]!,
    original[6]!,
  ];
  const steps = ['There are \\\\(60 / 12 + 1 = 6\\\\) **multiples**!', good.steps[1]!, good.steps[2]!];
  const result = gate({ steps }, { original: rough });
  assert.deepEqual([result.latex?.ok, result.style?.ok], [true, true]);
});

test('row separators and escaped signs are no doubled escapes', () => {
  const matrix =
    'Let $A = \\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\\\[2pt] 5 & 6 \\end{pmatrix}$, at $5\\%$ and $\\$6$ a piece.';
  assert.equal(gate(withStep(matrix)).latex?.ok, true);
});

test('without a known answer the end of the original takes its place', () => {
  const unknown = { originalAnswer: null };
  assert.equal(gate({}, unknown).answer_changed?.ok, true);
  assert.equal(gate({ finalAnswer: '20' }, unknown).answer_changed?.ok, false);
  // An empty box states nothing: it does not hide the answer beside it.
  const emptyBox = [...original.slice(0, -1), 'So it is $21$. \\boxed{}'];
  const repeated = gate({ finalAnswer: '21' }, { ...unknown, original: emptyBox });
  assert.equal(repeated.answer_changed?.ok, false);
  const proof = [...original.slice(0, 6), 'Hence the triangle is isosceles.'];
  const same = gate(
    { ...withStep('So the triangle is isosceles.', 2), finalAnswer: 'the triangle is isosceles' },
    { ...unknown, original: proof },
  );
  assert.equal(same.answer_changed?.ok, false);
  const other = gate(
    { ...withStep('So the triangle is equilateral.', 2), finalAnswer: 'the triangle is equilateral' },
    { ...unknown, original: proof },
  );
  assert.equal(other.answer_changed?.ok, true);
});

test('answers in words, sets and intervals are compared by what they mean', () => {
  const differs = (before: string, after: string): boolean | undefined =>
    gate(
      { ...withStep(`The final answer is $\\boxed{${after}}$.`, 2), finalAnswer: after },
      { originalAnswer: before },
    ).answer_changed?.ok;
  assert.equal(differs('\\frac{1}{2}', '0.5'), false);
  assert.equal(differs('\\{1, 2\\}', '\\{2, 1\\}'), false);
  assert.equal(differs('x^2 - 1', '(x - 1)(x + 1)'), false);
  assert.equal(differs('(0, 1]', '(0, 1)'), true);
  assert.equal(differs('2\\sqrt{3}', '3\\sqrt{2}'), true);
});

test('an answer is stated where it is no part of another number, and never where it is empty', () => {
  const originals = [...original.slice(0, -1), 'So there are 175 of them.'];
  const stated = (last: string, finalAnswer: string, originalAnswer: string | null = '175') => {
    const { answer_changed: changed, answer_stated: found } = gate(
      { steps: [...good.steps.slice(0, -1), last], finalAnswer },
      { original: originals, originalAnswer },
    );
    return [changed!.detail, found!.detail];
  };
  const still = 'the final answer is still 175';
  for (const answer of ['17', '75', '5', '$', '**', '?'])
    assert.deepEqual(stated(originals.at(-1)!, answer), [
      still,
      `the last steps do not state the final answer ${answer}`,
    ]);
  for (const longer of ['17.5', '17,5', '2.17', '117'])
    assert.equal(
      stated(`So it is ${longer} cm.`, '17')[1],
      'the last steps do not state the final answer 17',
      longer,
    );
  for (const text of ['So it is 17.', 'So, 17, as it was.', 'It is (17).', 'There are $n=17$ balls.'])
    assert.deepEqual(stated(text, '17'), [null, null], text);
  assert.deepEqual(stated('So there are $17$ of them.', '17'), [null, null]);
  assert.deepEqual(stated('The value is $2x5$ here.', '2x'), [null, null], 'no number ends there');
  assert.deepEqual(stated('In the year 2000 17 of them.', '17'), [null, null]);
  assert.deepEqual(stated('So there are 1 700 of them.', '1700'), [null, null]);
  // What the original ends with is no part of a number either.
  assert.deepEqual(stated('So there are 75 of them.', '75', null), [
    'the original answer is not known: compared as text',
    null,
  ]);
});
