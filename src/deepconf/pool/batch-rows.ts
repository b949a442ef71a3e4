// Some rows of a batch, as a batch: what was read of a range file holds traces of several problems.
import type { PackedLists, TraceBatch } from './trace-batch.ts';

/** Reads each column once, however often it is asked for; `decode` makes damage an error that names the file. */
export function remembering(batch: TraceBatch, decode: <T>(work: () => T) => T): TraceBatch {
  const once = <Name extends string, Value>(read: (name: Name) => Value): ((name: Name) => Value) => {
    const known = new Map<Name, Value>();
    return (name) => {
      const value = known.get(name) ?? decode(() => read(name));
      known.set(name, value);
      return value;
    };
  };
  return {
    rows: batch.rows,
    has: batch.has,
    known: once(batch.known),
    texts: once(batch.texts),
    ints: once(batch.ints),
    scores: once(batch.scores),
    floatLists: once(batch.floatLists),
    intLists: once(batch.intLists),
    textLists: once(batch.textLists),
  };
}

/** Rows `from` up to `to`. */
export function rowsOfBatch(batch: TraceBatch, from: number, to: number): TraceBatch {
  if (from === 0 && to === batch.rows) return batch;
  const cut = <Values extends Float32Array | Int32Array>({
    values,
    ends,
  }: PackedLists<Values>): PackedLists<Values> => {
    const start = ends[from]!;
    return {
      values: values.subarray(start, ends[to]!) as Values,
      ends: ends.slice(from, to + 1).map((end) => end - start),
    };
  };
  return {
    rows: to - from,
    has: batch.has,
    known(name) {
      const known = batch.known(name);
      return (row) => known(row + from);
    },
    texts: (name) => batch.texts(name).slice(from, to),
    ints: (name) => batch.ints(name).subarray(from, to),
    scores: (name) => batch.scores(name).subarray(from, to),
    floatLists: (name) => cut(batch.floatLists(name)),
    intLists: (name) => cut(batch.intLists(name)),
    textLists(name) {
      const { values, ends } = batch.textLists(name);
      // Texts are found by their places among those of the whole batch.
      return { values, ends: ends.subarray(from, to + 1) };
    },
  };
}
