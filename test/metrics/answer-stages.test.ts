// The stages behind `verify` and `extract`, over rows of any form.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extractStage, verifyStage } from '../../src/metrics/answer-stages.ts';
import type { Stage } from '../../src/stream/stage.ts';

type Row = Record<string, unknown>;

function only(stage: Stage<Row, Row>, row: Row): Row {
  const signal = new AbortController().signal;
  const out = [...(stage.run(row, { signal }) as Iterable<Row>)];
  assert.equal(out.length, 1);
  return out[0]!;
}

test('a row is judged by the named fields and kept; the options of the row take precedence', () => {
  const stage = verifyStage({ goldKey: 'truth', predKey: 'reply', precision: 2 });
  assert.equal(stage.name, 'verify');
  assert.deepEqual(stage.config, { goldKey: 'truth', predKey: 'reply', precision: 2 });
  const judged = only(stage, { id: 7, truth: '0.333', reply: 'So \\boxed{0.334}.' });
  assert.deepEqual(judged, {
    ...{ id: 7, truth: '0.333', reply: 'So \\boxed{0.334}.' },
    verify: { equal: true, verdict: 'equal', reason: (judged.verify as Row).reason },
  });
  const strict = only(stage, { truth: '0.333', reply: '0.334', options: { precision: 3 } });
  assert.equal((strict.verify as Row).equal, false);
  assert.equal((only(stage, { truth: 4, reply: 4 }).verify as Row).equal, true);
  assert.notEqual(stage.key({}), verifyStage({ goldKey: 'truth', predKey: 'reply' }).key({}));
});

test('an explained verdict has both parses, a plain one has none', () => {
  const row = { gold: '1/2', pred: '$\\frac12$' };
  const keys = { goldKey: 'gold', predKey: 'pred' };
  const explained = only(verifyStage({ ...keys, explain: true }), row).verify as Row;
  assert.deepEqual([explained.gold_parsed, explained.pred_parsed], ['1/2', '1/2']);
  assert.deepEqual(Object.keys(only(verifyStage(keys), row).verify as Row), ['equal', 'verdict', 'reason']);
});

test('an absent field is an error that names the option; null is an answer that was not given', () => {
  const stage = verifyStage({ goldKey: 'gold', predKey: 'pred' });
  const fails = (row: Row, message: string): void => {
    assert.throws(() => only(stage, row), { code: 'LB_SCHEMA', message });
  };
  fails({ pred: '1' }, 'no field "gold" (--gold-key names another)');
  fails({ gold: '1' }, 'no field "pred" (--pred-key names another)');
  fails({ gold: ['1'], pred: '1' }, 'field "gold" is an array; give a text or a number');
  fails({ gold: '1', pred: {} }, 'field "pred" is an object; give a text or a number');
  assert.equal((only(stage, { gold: '1', pred: null }).verify as Row).equal, false);
  assert.throws(() => only(extractStage({ textKey: 'reply' }), { text: '1' }), {
    code: 'LB_SCHEMA',
    message: 'no field "reply" (--text-key names another)',
  });
});

test('extracting adds values, kinds and the fallback, and the AIME answer with its source where it is asked for', () => {
  const row = { id: 1, reply: 'We get \\boxed{042}.' };
  const plain = only(extractStage({ textKey: 'reply' }), row);
  assert.deepEqual(plain, { ...row, extract: { values: ['42'], kinds: ['number'], fallback: '042' } });
  const aime = extractStage({ textKey: 'reply', mode: 'aime' });
  assert.equal(aime.name, 'extract');
  assert.deepEqual(aime.config, { textKey: 'reply', mode: 'aime' });
  const answer = (reply: unknown, stage = aime) => {
    const { answer, answer_source } = only(stage, { reply }).extract as Row;
    return [answer, answer_source];
  };
  assert.deepEqual(answer(row.reply), [42, 'boxed']);
  assert.deepEqual(answer(17), [17, 'fallback']);
  assert.deepEqual(answer('\\boxed{1234}'), [null, 'boxed_out_of_range']);
  assert.deepEqual(answer(null), [null, 'none']);
  const boxes = extractStage({ textKey: 'reply', mode: 'aime', fallbackMode: 'no_fallback' });
  assert.deepEqual(answer('it is 17', boxes), [null, 'none']);
  const thinks = '<think>\\boxed{5} of 9</think> nothing';
  assert.deepEqual(answer(thinks), [5, 'boxed']);
  assert.deepEqual(answer(thinks, extractStage({ textKey: 'reply', mode: 'aime', ignoreThinking: true })), [
    null,
    'none',
  ]);
});
