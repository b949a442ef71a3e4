// Traces that come in any order, to be read problem by problem: they are in a temporary file, only their places in memory.
import { deserialize, serialize } from 'node:v8';
import { PackedTexts } from '../../storage/columnar/packed-texts.ts';
import { openSpillFile, type Place, type SpillFile } from '../../storage/spill-file.ts';
import type { Trace } from './trace.ts';

interface SamplePlace extends Place {
  readonly sample: number;
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
  readonly #file: SpillFile;
  readonly #places = new Map<string, SamplePlace[]>();

  /** @param folder Where the traces are put meanwhile: they may be larger than what a temporary folder holds. */
  constructor(folder: string) {
    this.#file = openSpillFile(folder);
  }

  async add(problemId: string, sample: number, trace: Trace): Promise<void> {
    const value: Plain = { ...trace, tokens: plain(trace.tokens), topTokens: plain(trace.topTokens) };
    const places = this.#places.get(problemId) ?? [];
    this.#places.set(problemId, places);
    places.push({ sample, ...(await this.#file.append(serialize(value))) });
  }

  /** The sample ids of a problem, sorted. */
  samples(problemId: string): number[] {
    return (this.#places.get(problemId) ?? []).map(({ sample }) => sample).sort((a, b) => a - b);
  }

  /** In the order of their sample ids. */
  async *traces(problemId: string): AsyncGenerator<Trace> {
    const places = [...(this.#places.get(problemId) ?? [])].sort((a, b) => a.sample - b.sample);
    for (const place of places) {
      const value = deserialize(await this.#file.read(place)) as Plain;
      yield { ...value, tokens: packed(value.tokens), topTokens: packed(value.topTokens) };
    }
  }

  close(): void {
    this.#file.close();
  }
}
