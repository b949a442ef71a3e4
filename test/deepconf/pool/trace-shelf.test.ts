import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { ownMemory, toPlainTrace } from '../../../src/deepconf/pool/plain-trace.ts';
import type { Trace } from '../../../src/deepconf/pool/trace.ts';
import { TraceShelf } from '../../../src/deepconf/pool/trace-shelf.ts';
import { PackedTexts } from '../../../src/storage/columnar/packed-texts.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const tokens = 300;

function traceOf(n: number): Trace {
  const texts = PackedTexts.of(Array.from({ length: tokens }, (_, at) => `${n} ${at} é`));
  const numbers = Float32Array.from({ length: tokens }, (_, at) => -n - at / 7);
  const base = { model: 'm', system_fingerprint: null, finish_reason: 'stop', prompt_tokens: 3, k: 1 };
  return { ...base, text: `trace ${n}`, tokens: texts, chosen: numbers, top: numbers, topTokens: texts };
}

test('traces beyond the limit wait on the disk, and all come back once, in any order', async (t) => {
  const folder = await temporaryFolder(t);
  const shelf = new TraceShelf(folder, 20_000);
  t.after(() => shelf.close());
  for (let n = 0; n < 40; n += 1) await shelf.put(`j:${n}`, toPlainTrace(traceOf(n)));
  for (let n = 39; n >= 0; n -= 1) {
    assert.deepEqual(await shelf.take(`j:${n}`), traceOf(n));
    assert.equal(await shelf.take(`j:${n}`), undefined);
  }
  assert.equal(await shelf.take('another:0'), undefined);
  assert.deepEqual(await readdir(folder), []);
});

test('traces may come while others come and go', async (t) => {
  const folder = await temporaryFolder(t);
  const shelf = new TraceShelf(folder, 20_000);
  t.after(() => shelf.close());
  const large = (n: number): Trace => ({ ...traceOf(n), text: `${n} `.repeat(100_000) });
  const count = 60;
  const put = (n: number): Promise<void> => shelf.put(`j:${n}`, toPlainTrace(large(n)));
  const coming: Promise<void>[] = [];
  for (let n = 0; n < count; n += 1) {
    coming.push(put(n));
    // Some come while those before them are being written.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(coming);
  const taken = Array.from({ length: count }, async (_, n) => {
    const later = put(count + n);
    assert.deepEqual(await shelf.take(`j:${n}`), large(n));
    await later;
    assert.deepEqual(await shelf.take(`j:${count + n}`), large(count + n));
  });
  await Promise.all(taken);
});

test('memory that others share is not passed to a thread', () => {
  const shared = Buffer.from('short');
  const plain = { ...toPlainTrace(traceOf(1)), tokens: { bytes: shared, ends: new Int32Array([0, 5]) } };
  const passed = ownMemory(plain);
  assert.ok(!passed.includes(shared.buffer as ArrayBuffer));
  // Both sides of the trace are the same array here: it is named once.
  assert.equal(passed.filter((one) => one === plain.chosen.buffer).length, 1);
});

test('empty arrays, which traces without logprobs have in common, are not passed to a thread', () => {
  const none = new Float32Array(0);
  const without = { ...traceOf(1), tokens: null, chosen: none, top: none, topTokens: null };
  assert.deepEqual(ownMemory(toPlainTrace(without)), []);
});
