// The bytes of a journal file: a file head, then frames. Layout only; finding frames in a damaged file is
// frame-scan.ts. All integers are little-endian.
//
//   file head  magic 8 | u32 version | marker 8 | u32 crc32 of the bytes before
//   frame      marker 8 | u32 payload length | u32 crc32 of length, key and payload | key 32 | payload
//
// The marker is random for each writer and is also part of the file's name. A reply cannot know it, so no body, not
// even a copy of a journal, can pass for a frame when a damaged file is searched for the next one.
import { crc32 } from 'node:zlib';

const magic = Buffer.from('LBJRNL\r\n', 'latin1');
export const formatVersion = 1;
export const markerBytes = 8;
export const fileHeadBytes = 24;
export const frameHeadBytes = 48;
export const keyBytes = 32;
const lengthAt = 8;
const crcAt = 12;
const keyAt = 16;

export function encodeFileHead(marker: Buffer): Buffer {
  const head = Buffer.alloc(fileHeadBytes);
  magic.copy(head);
  head.writeUInt32LE(formatVersion, 8);
  marker.copy(head, 12);
  head.writeUInt32LE(crc32(head.subarray(0, 20)), 20);
  return head;
}

/** Undefined for a head that is short or damaged. */
export function decodeFileHead(bytes: Buffer): { version: number; marker: Buffer } | undefined {
  if (bytes.length < fileHeadBytes || !bytes.subarray(0, 8).equals(magic)) return undefined;
  if (bytes.readUInt32LE(20) !== crc32(bytes.subarray(0, 20))) return undefined;
  return { version: bytes.readUInt32LE(8), marker: Buffer.from(bytes.subarray(12, 20)) };
}

export function encodeFrame(marker: Buffer, key: Buffer, ...payload: readonly Uint8Array[]): Buffer {
  const bytes = payload.reduce((sum, { length }) => sum + length, 0);
  const frame = Buffer.allocUnsafe(frameHeadBytes + bytes);
  marker.copy(frame);
  frame.writeUInt32LE(bytes, lengthAt);
  key.copy(frame, keyAt);
  let at = frameHeadBytes;
  for (const part of payload) {
    frame.set(part, at);
    at += part.length;
  }
  frame.writeUInt32LE(crc32(frame.subarray(keyAt), lengthChecksum(frame)), crcAt);
  return frame;
}

/** What the head of a frame claims; nothing of it is true before the checksum has been compared. */
export interface FrameHead {
  readonly bytes: number;
  readonly crc: number;
  readonly key: Buffer;
  /** The checksum so far, to be continued with the payload. */
  readonly partialCrc: number;
}

/** Undefined where there is no marker or the head is cut short. */
export function decodeFrameHead(bytes: Buffer, marker: Buffer): FrameHead | undefined {
  if (bytes.length < frameHeadBytes || !bytes.subarray(0, markerBytes).equals(marker)) return undefined;
  const key = Buffer.from(bytes.subarray(keyAt, frameHeadBytes));
  return {
    bytes: frameHeadBytes + bytes.readUInt32LE(lengthAt),
    crc: bytes.readUInt32LE(crcAt),
    key,
    partialCrc: crc32(key, lengthChecksum(bytes)),
  };
}

/** The payload of one whole frame, or undefined where a single bit of it is not as it was written. */
export function framePayload(frame: Buffer, marker: Buffer): Buffer | undefined {
  const head = decodeFrameHead(frame, marker);
  if (head === undefined || head.bytes !== frame.length) return undefined;
  const payload = frame.subarray(frameHeadBytes);
  return crc32(payload, head.partialCrc) === head.crc ? payload : undefined;
}

function lengthChecksum(head: Buffer): number {
  return crc32(head.subarray(lengthAt, crcAt));
}
