// Whole numbers beyond 2^53 in JSON: as ids, as answers, and as what a verdict compares.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adapterNamed } from '../../src/datasets/adapt.ts';
import { problemOf } from '../../src/deepconf/pool/problems.ts';
import { verifyStage } from '../../src/metrics/answer-stages.ts';
import { keepOriginalText } from '../../src/storage/original-text.ts';
import { adaptAll, type Row } from './adapting.ts';

/** As the readers of files give it. */
function rowOf(text: string): Row {
  const row = JSON.parse(text) as Row;
  keepOriginalText(row, text, { asLine: false });
  return row;
}

async function verdictOf(text: string): Promise<string> {
  const stage = verifyStage({ goldKey: 'gold', predKey: 'pred' });
  const [out] = [...(stage.run(rowOf(text), { signal: AbortSignal.timeout(10_000) }) as Iterable<Row>)];
  return (out!.verify as { verdict: string }).verdict;
}

test('two ids that differ only beyond 2^53 stay two records', async () => {
  const texts = [
    '{"id":12345678901234567890,"problem":"p","steps":["s"]}',
    '{"id":12345678901234567891,"problem":"q","steps":["s"]}',
  ];
  const { out } = await adaptAll(texts.map(rowOf));
  assert.deepEqual(
    out.map(({ original_id }) => original_id),
    ['12345678901234567890', '12345678901234567891'],
  );
});

test('a reference answer keeps every digit, wherever in the row it is', async () => {
  const number = '15511210043330985984000001';
  const own = await adaptAll([rowOf(`{"problem":"25!","answer":${number}}`)]);
  assert.equal(own.out[0]?.answer, number);
  const keys = { problem: 'task.text', answer: 'task.answers[0]' };
  const nested = await adaptAll([rowOf(`{"task":{"text":"25!","answers":[${number}]}}`)], {
    adapter: adapterNamed('jsonl'),
    keys,
  });
  assert.equal(nested.out[0]?.answer, number);
  assert.equal(problemOf(rowOf(`{"problem":"25!","answer":${number}}`)).truth, number);
  assert.equal((await adaptAll([rowOf('{"problem":"p","answer":1.0}')])).out[0]?.answer, '1');
});

test('a verdict compares numbers by the digits they were written with', async () => {
  assert.equal(await verdictOf('{"gold":12345678901234567,"pred":"12345678901234567"}'), 'equal');
  assert.equal(await verdictOf('{"gold":12345678901234567,"pred":"12345678901234568"}'), 'different');
  assert.equal(
    await verdictOf('{"gold":"15511210043330985984000000","pred":15511210043330985984000000}'),
    'equal',
  );
  assert.equal(
    await verdictOf('{"gold":15511210043330985984000001,"pred":15511210043330985984000000}'),
    'different',
  );
});
