// The verdict, its reasons and its options; cases in the golden form and their explanation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainCase, extractCase, parse, verify, verifyCase } from '../../src/mathverify/index.ts';

test('tells different answers from unreadable and undecided ones', () => {
  assert.equal(verify({ gold: '5', prediction: '6' }).verdict, 'different');
  assert.equal(verify({ gold: '5', prediction: 'nothing' }).verdict, 'unparsed');
  assert.equal(verify({ gold: '$9^{9^{9^9}}$', prediction: '$9^{9^9}$' }).verdict, 'undecided');
  assert.match(verify({ gold: '5', prediction: 'nothing' }).reason, /prediction/);
});

test('takes parsed answers as well as texts', () => {
  assert.ok(verify({ gold: parse('$\\frac12$'), prediction: '0.5' }).equal);
});

test('depends on which side is the gold answer unless it is asked not to', () => {
  const solved = { gold: '$(0,1)$', prediction: '$0<x<1$' };
  assert.equal(verify(solved).equal, false);
  assert.ok(verify({ ...solved, symmetric: true }).equal);
  assert.ok(verify({ ...solved, allowSetRelation: true }).equal);
});

test('rounds to the given precision where a decimal is written', () => {
  assert.ok(verify({ gold: '$1/3$', prediction: '$0.333$', precision: 3 }).equal);
  assert.equal(verify({ gold: '$1/3$', prediction: '$0.333$', precision: 4 }).equal, false);
  assert.equal(verify({ gold: '$\\frac{1}{3}$', prediction: '$0.33$' }).equal, false);
});

test('asks for all parts unless some will do', () => {
  const answer = { gold: '1331 and 1728', prediction: '1728' };
  assert.equal(verify(answer).equal, false);
  assert.ok(verify({ ...answer, requireAll: false }).equal);
});

test('reads the options of a case from the case', () => {
  const record = {
    gold: '$1/3$',
    pred: '$0.333$',
    options: { precision: 3 },
    gold_config: [{ type: 'latex' }],
    pred_config: null,
  };
  assert.deepEqual(Object.keys(verifyCase(record)), ['equal', 'verdict', 'reason']);
  assert.ok(verifyCase(record).equal);
  assert.equal(verifyCase({ ...record, options: { precision: 4 } }).equal, false);
  assert.ok(verifyCase({ truth: 5, said: 'It is 5.' }, { goldKey: 'truth', predKey: 'said' }).equal);
  assert.equal(verifyCase({}).verdict, 'unparsed');
});

test('explains both parses', () => {
  const explained = explainCase({ gold: '$\\frac{1}{2}x$', pred: '$x/2$' });
  assert.equal(explained.gold_parsed, '(1/2)*x');
  assert.equal(explained.pred_parsed, 'x/2');
  assert.equal(explained.reason, 'the values are the same');
});

test('extracts from a case in the golden form, with the kind of what was read', () => {
  assert.deepEqual(extractCase({ text: 'Final answer is B', config: [{ type: 'string' }] }), {
    values: ['b'],
    kinds: ['choice'],
    fallback: 'B',
    status: 'parsed',
  });
  for (const [text, kind] of [
    ['so $\\{1,2\\}$', 'set'],
    ['$\\frac12$', 'number'],
    ['$x^2+1$', 'expression'],
    ['$x>1$', 'relation'],
    ['$(1,2,3)$', 'tuple'],
  ] as const) {
    assert.deepEqual(extractCase({ text }).kinds, [kind], text);
  }
  assert.deepEqual(extractCase({ text: '' }), {
    values: [],
    kinds: [],
    fallback: null,
    status: 'unparsed',
  });
});
