// Where the error may be, what its answer may be, and what is recorded of the checks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerChecks, compareAnswers } from '../../src/inject/gate/answers.ts';
import type { GateInput } from '../../src/inject/gate/check.ts';
import { fingerprint } from '../../src/inject/gate/fingerprint.ts';
import { failedChecks, gateChecks, gateOf, recordedGate } from '../../src/inject/gate/gate.ts';
import { placeChecks } from '../../src/inject/gate/place.ts';
import type { Proposal } from '../../src/inject/reply.ts';
import { good, original, problem, rejection, rejectionOfSteps } from './sound-injection.ts';

type Input = Partial<Omit<GateInput, 'proposal'>>;

function place(name: string, change: Partial<Proposal>, input: Input = {}): string | null {
  return rejection((given) => placeChecks(given)[name]!, change, input);
}

test('the error is in the region, both ends included', () => {
  for (let from = 0; from <= 6; from += 1) {
    for (let to = from; to <= 6; to += 1) {
      const expected = from <= 4 && 4 <= to ? null : `step 5 is outside steps ${from + 1} to ${to + 1}`;
      assert.equal(place('region', {}, { region: { from, to } }), expected);
    }
  }
});

test('the target is the requested step, the first that differs and the marked one', () => {
  const target = (change: Partial<Proposal>, asked: number | null = null) =>
    place('target', change, { asked });
  assert.equal(target({}), null);
  assert.equal(target({}, 4), null);
  assert.equal(target({ errorSteps: [4, 5] }), null, 'that there are two is said by another check');
  assert.equal(target({}, 5), 'step 5 was changed, step 6 was asked for');
  assert.equal(target({}, 0), 'step 5 was changed, step 1 was asked for');
  assert.equal(target({ errorSteps: [] }), 'the target is step 5, but no step is marked as the error');
  assert.equal(target({ errorSteps: [5] }), 'the target is step 5, but step 6 is marked as the error');
  assert.equal(target({ errorSteps: [5, 6] }), 'the target is step 5, but step 6, 7 is marked as the error');
  assert.equal(target({ at: 3, errorSteps: [4] }), 'the target is step 5, but the change begins at step 4');
  assert.equal(target({ at: 3, errorSteps: [3] }), 'the target is step 5, but step 4 is marked as the error');
  assert.equal(
    target({ at: 3, errorSteps: [3, 4] }),
    'the target is step 5, but step 4, 5 is marked as the error',
  );
  assert.equal(target({ at: 3, errorSteps: [] }), 'the target is step 5, but no step is marked as the error');
});

test('every step before the error is as it was', () => {
  const prefix = (first: number, changed: readonly number[], change: Partial<Proposal> = {}) => {
    const kept = original
      .slice(first, change.at ?? 4)
      .map((text, k) => (changed.includes(first + k) ? `${text} ` : text));
    return place('prefix', { first, steps: [...kept, ...good.steps], ...change });
  };
  for (let first = 0; first <= 4; first += 1) {
    assert.equal(prefix(first, []), null);
    for (let step = first; step < 4; step += 1)
      assert.equal(prefix(first, [step, 3]), `step ${step + 1} is before the error and was changed`);
  }
  // A step between the one that is marked and the one that was chosen is before the error too.
  const between = { at: 2, first: 2, target: 4, errorSteps: [2] };
  const steps = [`${original[2]} `, original[3]!, ...good.steps];
  assert.equal(place('prefix', { ...between, steps }), null);
  assert.equal(
    place('prefix', { ...between, steps: steps.map((text, at) => (at === 1 ? `${text} ` : text)) }),
    'step 4 is before the error and was changed',
  );
  assert.equal(
    place('prefix', { at: 4, first: 2, target: 2, steps: [original[2]!, 'Other.', ...good.steps] }),
    'step 4 is before the error and was changed',
  );
});

test('exactly one step is marked, and about as many steps follow', () => {
  const marked = (...errorSteps: number[]) => place('one_error', { errorSteps });
  assert.equal(marked(4), null);
  assert.equal(marked(4, 4), null);
  assert.equal(marked(), 'exactly one step is to hold a new error; marked: none');
  assert.equal(marked(4, 6), 'exactly one step is to hold a new error; marked: 5, 7');
  assert.equal(
    place('step_count', { steps: good.steps.slice(0, 1) }),
    '1 steps take the place of 3 from the error on',
  );
  assert.equal(place('step_count', { first: 3, steps: [original[3]!, ...good.steps] }), null);
});

const changed = (change: Partial<Proposal>, input: Input = {}) =>
  rejection((given) => gateOf(given, new Set()).text_changed!, change, input);
test('the step with the error and the chosen one say something else', () => {
  const [first, second, third] = good.steps as [string, string, string];
  assert.equal(changed({}), null);
  assert.equal(changed({ steps: [original[4]!, second, third] }), 'step 5 says the same as before');
  assert.equal(
    changed({ target: 5, steps: [first, `**${original[5]}**`, third] }),
    'step 6 says the same as before',
  );
  assert.equal(changed({ target: 4, steps: [first, original[5]!, third] }), null, 'a later step may');
  assert.equal(changed({ at: 7, first: 7, steps: good.steps }), 'the solution has no step 8');
  assert.equal(changed({ target: 9 }), null);
  assert.equal(changed({ steps: [] }), null);
  assert.equal(changed({ first: 3, steps: [original[3]!, ...good.steps] }), null);
});

test('a repeated injection is one with the same problem, place and text, however it is written', () => {
  const hash = fingerprint(problem, 4, good.steps);
  assert.match(hash, /^[0-9a-f]{16}$/);
  assert.equal(
    fingerprint(
      `${problem} `.replaceAll(' ', '  '),
      4,
      good.steps.map((text) => text.toUpperCase().replaceAll('\\BOXED', '\\boxed')),
    ),
    hash,
  );
  const others = [
    fingerprint('Another.', 4, good.steps),
    fingerprint(problem, 5, good.steps),
    fingerprint(problem, 4, good.steps.slice(1)),
    fingerprint(problem, 4, [good.steps.join('')]),
    fingerprint(problem, 4, []),
  ];
  assert.equal(new Set([hash, ...others]).size, 6);
  const input = {
    problem,
    original,
    originalAnswer: '20',
    region: { from: 4, to: 6 },
    asked: null,
    proposal: good,
  };
  assert.deepEqual(gateOf(input, new Set(others)).fresh, { ok: true, detail: null });
  assert.deepEqual(gateOf(input, new Set([...others, hash])).fresh, {
    ok: false,
    detail: 'the same injection was made before, for a record with the same problem',
  });
});

test('every check is made, in the order in which they are listed', () => {
  const made = Object.keys(
    gateOf(
      { problem, original, originalAnswer: '20', region: { from: 4, to: 6 }, asked: null, proposal: good },
      new Set(),
    ),
  );
  const outside = ['shape', 'verification', 'difficulty'];
  assert.deepEqual(made.toSorted(), gateChecks.filter((name) => !outside.includes(name)).toSorted());
});

test('a record keeps the checks of version 0.1.0, and the later ones where they reject', () => {
  const all = (ok: boolean) =>
    Object.fromEntries(gateChecks.map((name) => [name, { ok, detail: ok ? null : 'x' }]));
  const later = ['reasoning', 'undone', 'ending', 'language', 'leftovers', 'escapes'];
  assert.deepEqual(recordedGate(all(false)), all(false));
  assert.deepEqual(
    Object.keys(recordedGate(all(true))),
    gateChecks.filter((name) => !later.includes(name)),
  );
});

test('it makes no difference whether a reply repeats the unchanged steps', () => {
  const [first, second, third] = good.steps as [string, string, string];
  for (const steps of [
    good.steps,
    [first],
    [original[4]!, second, third],
    [first, 'So $2 + 2 = 5$.', third],
    [`**${first}**`, second, 'It is 20.'],
    [first, second, third, 'Yes.', 'Done.'],
  ]) {
    const whole = { ...good, first: 0, steps: [...original.slice(0, 4), ...steps] };
    const outcome = (proposal: Proposal) =>
      gateOf(
        { problem, original, originalAnswer: '20', region: { from: 4, to: 6 }, asked: null, proposal },
        new Set(),
      );
    assert.deepEqual(outcome(whole), outcome({ ...good, steps }));
  }
});

test('what failed is listed with its reason', () => {
  const gate = {
    one: { ok: true, detail: null },
    two: { ok: false, detail: 'x' },
    three: { ok: false, detail: null },
    four: { ok: true, detail: 'y' },
  };
  assert.deepEqual(failedChecks(gate), ['two: x', 'three: not met']);
});

/** Answers that are the same in any order, and others that are not; all of them in any of the dresses below. */
const sameAnswers = [
  ['20', '20'],
  ['0.5', '\\frac12'],
  ['1/2', '0.5'],
  ['x^2-1', '(x-1)(x+1)'],
  ['a + b', 'b + a'],
  ['\\theta ab + 1', '1 + ab\\theta'],
  ['\\cos x + \\sin y', '\\sin y + \\cos x'],
  ['\\arcsin xy + 1', '1 + \\arcsin xy'],
  ['\\{1, 2\\}', '\\{2,1\\}'],
] as const;
const otherAnswers = [
  ['20', '19'],
  ['0.5', '\\frac13'],
  ['a + b', 'a - b'],
  ['(0, 1]', '(0, 1)'],
  ['x', 'y'],
] as const;
const dresses: readonly ((text: string) => string)[] = [
  ...[
    (text: string) => text,
    (text: string) => `$${text}$`,
    (text: string) => `\\(${text}\\)`,
    (text: string) => `\\[${text}\\]`,
  ],
  ...[
    (text: string) => `\\boxed{${text}}`,
    (text: string) => `$\\boxed{${text}}$`,
    (text: string) => `The answer is \\boxed{${text}} here.`,
  ],
];
test('answers are the same or not in whatever they are wrapped', () => {
  for (const left of dresses) {
    for (const right of dresses) {
      for (const [a, b] of sameAnswers) {
        assert.equal(compareAnswers(left(a), right(b)), 'same', `${left(a)} | ${right(b)}`);
        assert.equal(compareAnswers(left(b), right(a)), 'same', `${left(b)} | ${right(a)}`);
      }
      for (const [a, b] of otherAnswers)
        assert.equal(compareAnswers(left(a), right(b)), 'different', `${left(a)} | ${right(b)}`);
    }
  }
});

test('formulas that cannot be read are the same where they are written the same, without delimiters', () => {
  const path = String.raw`0 \xrightarrow{+1} 1 \xrightarrow{-i} -1 \xrightarrow{+1} 0`;
  for (const same of [`[ ${path} ]`, ` [ ${path} ]  `, `\\[ ${path} \\]`, `$${path}$`])
    assert.equal(compareAnswers(`\\boxed{${path}}`, same), 'same', same);
  assert.notEqual(compareAnswers(path, path.replace('-i', '+i')), 'same');
});

test('words are compared as words: their order matters, marks and capitals do not', () => {
  for (const [a, b] of [
    ['The Triangle', 'the  triangle'],
    ['**Yes**', 'yes'],
    ['$\\text{Yes}$', 'yes'],
    ['an apple.', 'an apple'],
    ['isosceles', '\\boxed{Isosceles}'],
  ] as const) {
    assert.equal(compareAnswers(a, b), 'same', `${a} | ${b}`);
    assert.equal(compareAnswers(b, a), 'same', `${b} | ${a}`);
  }
  for (const [a, b] of [
    ['cat dog', 'dog cat'],
    ['abc de', 'de abc'],
    ['ABC DE', 'DE ABC'],
    ['abc  de', 'de  abc'],
    ['yes', 'no'],
    ['x: 3; y: 4', '4'],
    ['yes, 3', '3'],
    ['n is 3', '3'],
  ] as const)
    assert.equal(compareAnswers(a, b), 'different', `${a} | ${b}`);
});

const unknown = '\\sum_{k=1}^{\\infty}\\frac{1}{k^3}';
function answers(
  name: 'answer_changed' | 'answer_stated',
  last: readonly string[],
  finalAnswer: string,
  originalAnswer: string | null,
  before: readonly string[] = ['We add.', 'It is $20$.'],
): string | null {
  return rejectionOfSteps((input) => answerChecks(input)[name]!, before, last, {
    finalAnswer,
    originalAnswer,
    prefix: ['Begin.'],
  });
}
test('the answer differs from that of the original, both as named and as stated', () => {
  const changedAnswer = (last: readonly string[], named: string, known = '20') =>
    answers('answer_changed', last, named, known);
  assert.equal(changedAnswer(['It is 19.'], '19'), null);
  assert.equal(changedAnswer(['It is \\boxed{19}.'], '19'), null);
  assert.equal(changedAnswer(['It is 19.'], '20.0'), 'the final answer is still 20');
  assert.equal(changedAnswer(['It is \\boxed{20.0}.'], '19'), 'the final answer is still 20');
  assert.equal(changedAnswer(['It is \\boxed{20}.', 'Yes.'], '19'), 'the final answer is still 20');
  assert.equal(changedAnswer(['It is \\boxed{20}.', 'Yes.', 'Done.'], '19'), null, 'it is not at the end');
  assert.equal(
    changedAnswer(['It is 2.'], '2', unknown),
    `it cannot be decided whether 2 differs from ${unknown}`,
  );
  assert.equal(
    changedAnswer(['It is \\boxed{2}.'], '\\text{none}', unknown),
    `it cannot be decided whether 2 differs from ${unknown}`,
  );
});

test('without a known answer, the end of the original must not state the new one', () => {
  const of = (before: readonly string[], named: string) => {
    const at = { target: 1, errorSteps: [1], at: 1, first: 1, steps: ['So it is.'], finalAnswer: named };
    return answerChecks({
      problem,
      original: ['Begin.', ...before],
      originalAnswer: null,
      region: { from: 0, to: 9 },
      asked: null,
      proposal: { ...good, ...at },
    }).answer_changed;
  };
  const stated = { ok: false, detail: 'the original solution ends with the same statement' };
  const asText = { ok: true, detail: 'the original answer is not known: compared as text' };
  assert.deepEqual(of(['We add.', 'So it is ISOSCELES.'], 'Isosceles'), stated);
  assert.deepEqual(of(['So it is **isosceles**.', 'Done.'], '\\(isosceles\\)'), stated);
  assert.deepEqual(
    of(['So it is isosceles.', 'Well.', 'Done.'], 'isosceles'),
    asText,
    'it is not at the end',
  );
  assert.deepEqual(of(['We add.', 'It is $x \\cdot y$.'], 'x × y'), stated);
  assert.deepEqual(of(['We add.', 'It is \\(2 0\\), \\[1\\].'], '20,1'), stated);
  assert.deepEqual(of(['We add.', 'So it is isosceles.'], 'right'), asText);
  assert.deepEqual(of(['We add.', 'So it is isosceles.'], '$$'), asText, 'nothing is named');
  assert.deepEqual(of(['We add.', 'So it is \\boxed{20}.'], '19'), { ok: true, detail: null });
  assert.deepEqual(of(['It is \\boxed{20} or 19.', 'Done.'], '20.0'), {
    ok: false,
    detail: 'the final answer is still 20',
  });
  assert.deepEqual(of(['It is \\boxed{20} or 19.', 'Done.'], '19'), { ok: true, detail: null });
});

test('the last two steps state the final answer, in their box where they have one', () => {
  const stated = (last: readonly string[], named: string) => answers('answer_stated', last, named, '20');
  const missing = (named: string) => `the last steps do not state the final answer ${named}`;
  for (const [last, named] of [
    [['It is 19.'], '19'],
    [['It is $19$.', 'Yes.'], '19'],
    [['It is ISOSCELES.'], 'Isosceles'],
    [['It is **isosceles**.'], 'isosceles'],
    [['It is \\(x \\times y\\).'], 'x · y'],
    [['It is \\boxed{0.5}.'], '\\frac12'],
    [['It is \\boxed{0.5}.', 'Yes.'], '1/2'],
    [['It is 1.', 'So it', 'is 19.'], 'it\nis 19'],
    [['It is 19.'], '$19$'],
    [['It is 19.'], '\\boxed{19}'],
    [['It is \\(1\\) or \\[9\\].'], '1or9'],
  ] as const)
    assert.equal(stated(last, named), null, `${last} | ${named}`);
  for (const [last, named] of [
    [['It is 18.'], '19'],
    [['It is 19.', 'Well.', 'Yes.'], '19'],
    [['It is \\boxed{18} or 19.'], '19'],
    [['It is \\boxed{19}.', 'Well.', 'Yes.'], '19'],
    [['It is 19.', '\\boxed{18}.'], '19'],
  ] as const)
    assert.equal(stated(last, named), missing(named), `${last} | ${named}`);
});
