// A trace as plain values and typed arrays: what a thread can be sent and a temporary file can hold.
import { PackedTexts } from '../../storage/columnar/packed-texts.ts';
import type { Trace } from './trace.ts';

type PlainTexts = { readonly bytes: Uint8Array; readonly ends: Int32Array } | null;

export type PlainTrace = Omit<Trace, 'tokens' | 'topTokens'> &
  Readonly<Record<'tokens' | 'topTokens', PlainTexts>>;

function plain(packed: PackedTexts | null): PlainTexts {
  return packed === null ? null : { bytes: packed.bytes, ends: packed.ends };
}

function packed(texts: PlainTexts): PackedTexts | null {
  return texts === null ? null : new PackedTexts(texts.bytes, texts.ends);
}

export function toPlainTrace(trace: Trace): PlainTrace {
  return { ...trace, tokens: plain(trace.tokens), topTokens: plain(trace.topTokens) };
}

export function fromPlainTrace(value: PlainTrace): Trace {
  return { ...value, tokens: packed(value.tokens), topTokens: packed(value.topTokens) };
}

function isAllOf(array: ArrayBufferView, { byteLength }: ArrayBuffer): boolean {
  return byteLength > 0 && array.byteLength === byteLength;
}

/** The memory that belongs to this trace alone: it can be passed to a thread without a copy, and is gone here then. */
export function ownMemory({ chosen, top, tokens, topTokens }: PlainTrace): ArrayBuffer[] {
  const arrays = [chosen, top, tokens?.bytes, tokens?.ends, topTokens?.bytes, topTokens?.ends];
  const own = new Set<ArrayBuffer>();
  for (const array of arrays) {
    // Small Buffers are parts of one that many share, and so are empty arrays: one that is gone cannot be passed again.
    if (array?.buffer instanceof ArrayBuffer && isAllOf(array, array.buffer)) own.add(array.buffer);
  }
  return [...own];
}
