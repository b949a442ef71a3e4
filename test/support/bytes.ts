// Bytes as streams: a text cut at given places, and reading an async iterable to its end.

export async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

export async function* cutAt(bytes: Uint8Array, places: readonly number[]): AsyncGenerator<Uint8Array> {
  const sorted = [...new Set(places)]
    .filter((place) => place > 0 && place < bytes.length)
    .sort((a, b) => a - b);
  let from = 0;
  for (const place of [...sorted, bytes.length]) {
    yield bytes.subarray(from, place);
    from = place;
  }
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export async function collectGroups<T>(groups: AsyncIterable<readonly T[]>): Promise<T[]> {
  return (await collect(groups)).flat();
}

/** The rows as they would be written: without where they were read. */
export function plain<T>(rows: readonly T[]): T[] {
  return rows.map((row) => JSON.parse(JSON.stringify(row)) as T);
}
