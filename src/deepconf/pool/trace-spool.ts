// Spools traces from files in any order into parts: the traces are on disk, only their offsets in memory.
import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { PackedTexts } from '../../storage/columnar/packed-texts.ts';
import type { Trace } from './trace.ts';

interface Place {
  readonly sample: number;
  readonly offset: number;
  readonly bytes: number;
}

type Plain = Omit<Trace, 'tokens' | 'topTokens'> &
  Readonly<Record<'tokens' | 'topTokens', { bytes: Uint8Array; ends: Int32Array } | null>>;

function plain(packed: PackedTexts | null): { bytes: Uint8Array; ends: Int32Array } | null {
  return packed === null ? null : { bytes: packed.bytes, ends: packed.ends };
}

function packed(texts: { bytes: Uint8Array; ends: Int32Array } | null): PackedTexts | null {
  return texts === null ? null : new PackedTexts(texts.bytes, texts.ends);
}

export class TraceSpool {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #places = new Map<string, Place[]>();
  #end = 0;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /** The file has no name that a glob sees, and goes with `close`. */
  static async open(folder: string): Promise<TraceSpool> {
    await mkdir(folder, { recursive: true });
    const path = join(folder, `.import-${randomBytes(4).toString('hex')}`);
    return new TraceSpool(path, await open(path, 'w+'));
  }

  async add(problemId: string, sample: number, trace: Trace): Promise<void> {
    const value: Plain = { ...trace, tokens: plain(trace.tokens), topTokens: plain(trace.topTokens) };
    const bytes = serialize(value);
    const places = this.#places.get(problemId) ?? [];
    this.#places.set(problemId, places);
    places.push({ sample, offset: this.#end, bytes: bytes.length });
    this.#end += bytes.length;
    for (let written = 0; written < bytes.length; ) {
      written += (await this.#file.write(bytes, written, bytes.length - written)).bytesWritten;
    }
  }

  /** The sample ids of a problem, sorted. */
  samples(problemId: string): number[] {
    return (this.#places.get(problemId) ?? []).map(({ sample }) => sample).sort((a, b) => a - b);
  }

  /** In the order of their sample ids. */
  async *traces(problemId: string): AsyncGenerator<Trace> {
    const places = [...(this.#places.get(problemId) ?? [])].sort((a, b) => a.sample - b.sample);
    for (const { offset, bytes } of places) {
      const buffer = Buffer.alloc(bytes);
      await this.#file.read(buffer, 0, bytes, offset);
      const value = deserialize(buffer) as Plain;
      yield { ...value, tokens: packed(value.tokens), topTokens: packed(value.topTokens) };
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
    await rm(this.#path, { force: true });
  }
}
