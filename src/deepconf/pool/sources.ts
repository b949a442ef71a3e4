// Where the samples of a problem are: in part files of its own, and in range files that it shares with others. Parts are
// found by their names, ranges through the manifest; both may change while a pool is read.
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import {
  manifestPath,
  partOfName,
  partPath,
  partSamples,
  type Side,
  segmentsPath,
  sidePath,
} from './layout.ts';
import { PoolManifest } from './manifest.ts';
import type { SliceRow } from './manifest-segment.ts';

/** A part file, or rows of a range file. */
export type Source =
  | { readonly kind: 'part'; readonly part: number; readonly path: string }
  | { readonly kind: 'slice'; readonly slice: SliceRow };

/** The numbers of a problem's parts, in order. */
export async function partsOf(folder: string, side: Side, problemId: string): Promise<number[]> {
  const path = sidePath(folder, side, problemId);
  // A problem of a range file has no folder, and most problems of a pool may be such.
  if (!existsSync(path)) return [];
  const names = await readdir(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return [];
    throw cause;
  });
  return names
    .map(partOfName)
    .filter((part) => part !== undefined)
    .sort((a, b) => a - b);
}

/** Whether range files have samples that would be in the part of that number. */
export function isTouched(slices: readonly SliceRow[], part: number): boolean {
  const [from, to] = [part * partSamples, (part + 1) * partSamples];
  return slices.some(([, , first, rows]) => first < to && first + rows > from);
}

/** A writer may move samples while it is looked for them. */
export const maxLooks = 20;

export class PoolSources {
  readonly #folder: string;
  readonly #hasRange: (side: Side, range: number) => boolean;
  #manifest: PoolManifest;
  #stamp: string;

  private constructor(
    folder: string,
    { manifest, stamp }: { manifest: PoolManifest; stamp: string },
    hasRange: (side: Side, range: number) => boolean,
  ) {
    this.#folder = folder;
    this.#manifest = manifest;
    this.#stamp = stamp;
    this.#hasRange = hasRange;
  }

  /** @param hasRange Whether a range file can be read. */
  static async read(folder: string, hasRange: (side: Side, range: number) => boolean): Promise<PoolSources> {
    return new PoolSources(folder, await readManifest(folder), hasRange);
  }

  get manifest(): PoolManifest {
    return this.#manifest;
  }

  /** Reads the manifest again; false where it is as it was. */
  async refresh(): Promise<boolean> {
    if ((await stampOf(this.#folder)) === this.#stamp) return false;
    const { manifest, stamp } = await readManifest(this.#folder);
    this.#manifest = manifest;
    this.#stamp = stamp;
    return true;
  }

  /** In the order of their samples. */
  async of(side: Side, problemId: string): Promise<readonly Source[]> {
    for (let looks = 1; ; looks += 1) {
      const slices = this.#manifest.slices(side, problemId);
      const recorded = this.#manifest.parts(side, problemId);
      const present = await partsOf(this.#folder, side, problemId);
      const isMoved =
        recorded.some(({ part }) => !present.includes(part)) ||
        slices.some(([range]) => !this.#hasRange(side, range));
      if (isMoved && looks < maxLooks && (await this.refresh())) continue;
      return this.#inOrder(side, problemId, { slices, recorded, present });
    }
  }

  #inOrder(
    side: Side,
    problemId: string,
    {
      slices,
      recorded,
      present,
    }: {
      slices: readonly SliceRow[];
      recorded: readonly { readonly part: number }[];
      present: readonly number[];
    },
  ): readonly Source[] {
    const parts = present
      // What a compaction has put into a range file may still be there as a part.
      .filter((part) => !isTouched(slices, part) || recorded.some((one) => one.part === part))
      .map((part) => ({
        // A part has what ranges do not have of its samples, and that is the end.
        at: (part + 1) * partSamples - 0.5,
        source: { kind: 'part', part, path: partPath(this.#folder, side, problemId, part) } as const,
      }));
    return [...slices.map((slice) => ({ at: slice[2], source: { kind: 'slice', slice } as const })), ...parts]
      .sort((a, b) => a.at - b.at)
      .map(({ source }) => source);
  }
}

async function stampOf(folder: string): Promise<string> {
  const facts = await stat(manifestPath(folder)).catch(() => null);
  const names = await readdir(segmentsPath(folder)).catch(() => [] as string[]);
  return JSON.stringify([facts?.ino, facts?.mtimeMs, facts?.size, names.sort()]);
}

async function readManifest(folder: string): Promise<{ manifest: PoolManifest; stamp: string }> {
  const stamp = await stampOf(folder);
  return { stamp, manifest: await PoolManifest.read(folder) };
}
