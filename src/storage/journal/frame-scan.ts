// Finds the whole frames of a journal file, whatever has become of the rest. It reads and judges; it changes nothing.
import { crc32 } from 'node:zlib';
import type { FileWindow } from './file-window.ts';
import { decodeFrameHead, frameHeadBytes, markerBytes } from './frame.ts';

/** A stretch of the file, in file order; every byte from where the scan began is in exactly one. */
export type Stretch =
  | { readonly kind: 'frame'; readonly offset: number; readonly bytes: number; readonly key: Buffer }
  /** Unreadable, with a whole frame after it. */
  | { readonly kind: 'damaged'; readonly offset: number; readonly bytes: number }
  /** Unreadable to the end of the file. */
  | { readonly kind: 'tail'; readonly offset: number; readonly bytes: number };

/**
 * Goes from frame to frame. Where there is none, the marker is searched for from the next byte on, so neither a wrong
 * length nor bytes that are missing or too many hide the frames behind them. Every checksum is compared.
 */
export async function* scanFrames(window: FileWindow, marker: Buffer, from: number): AsyncGenerator<Stretch> {
  let offset = from;
  while (offset < window.size) {
    const frame = await wholeFrameAt(window, marker, offset);
    if (frame !== undefined) {
      yield frame;
      offset += frame.bytes;
      continue;
    }
    const next = await nextWholeFrame(window, marker, offset + 1);
    const end = next ?? window.size;
    yield { kind: next === undefined ? 'tail' : 'damaged', offset, bytes: end - offset };
    offset = end;
  }
}

async function wholeFrameAt(
  window: FileWindow,
  marker: Buffer,
  offset: number,
): Promise<(Stretch & { kind: 'frame' }) | undefined> {
  const bytes = await window.from(offset, frameHeadBytes);
  const head = decodeFrameHead(bytes.subarray(0, frameHeadBytes), marker);
  if (head === undefined || offset + head.bytes > window.size) return undefined;
  let crc = head.partialCrc;
  let at = offset + frameHeadBytes;
  const end = offset + head.bytes;
  while (at < end) {
    const part = (await window.from(at, end - at)).subarray(0, end - at);
    if (part.length === 0) return undefined;
    crc = crc32(part, crc);
    at += part.length;
  }
  return crc === head.crc ? { kind: 'frame', offset, bytes: head.bytes, key: head.key } : undefined;
}

async function nextWholeFrame(window: FileWindow, marker: Buffer, from: number): Promise<number | undefined> {
  let offset = from;
  for (;;) {
    const bytes = await window.from(offset, frameHeadBytes);
    if (bytes.length < frameHeadBytes) return undefined;
    const found = bytes.indexOf(marker);
    if (found === -1) {
      // A marker may lie across the edge of the window.
      offset += bytes.length - (markerBytes - 1);
      continue;
    }
    offset += found;
    if ((await wholeFrameAt(window, marker, offset)) !== undefined) return offset;
    offset += 1;
  }
}
