// A frame as a journal file of its own: what is carried to machines that do not see the folder.
import { sha256Hex } from '../../records/identity.ts';
import {
  decodeFileHead,
  decodeFrameHead,
  encodeFileHead,
  fileHeadBytes,
  framePayload,
  markerBytes,
} from './frame.ts';

export interface FrameCopy {
  /** The same for the same frame, and no other's: it says the file and the place in it. */
  readonly name: string;
  readonly file: Buffer;
}

export function copyOfFrame(file: string, offset: number, marker: Buffer, frame: Buffer): FrameCopy {
  return {
    name: `${file.replace(/\.lbj$/, '')}-${offset}`,
    file: Buffer.concat([encodeFileHead(marker), frame]),
  };
}

/** The same for two copies of one entry, whichever machine's journal they come from: only the marker differs. */
export function contentOfCopy(copy: Buffer): string {
  return sha256Hex(copy.subarray(fileHeadBytes + markerBytes));
}

/** Undefined where a single bit is not as it was written. */
export function frameOfCopy(copy: Buffer): { readonly key: Buffer; readonly payload: Buffer } | undefined {
  const head = decodeFileHead(copy);
  if (head === undefined) return undefined;
  const frame = copy.subarray(fileHeadBytes);
  const payload = framePayload(frame, head.marker);
  const key = decodeFrameHead(frame, head.marker)?.key;
  return payload === undefined || key === undefined ? undefined : { key, payload };
}
