// A column's values by their places among the different ones, where few come again and again: texts, and numbers that
// fit into a byte.
import { type Cells, isSet, type LeafKind } from './leaf.ts';
import { TextDictionary, viewOf } from './text-dictionary.ts';

export interface Dictionary {
  /** The different values, plain. */
  readonly page: Uint8Array;
  readonly count: number;
  /** That of each value; of no meaning for nulls. */
  readonly places: Int32Array;
}

const smallNumbers = 256;

/** Memory is kept from one column to the next: what was found is good until then. */
export class DictionaryFinder {
  readonly #texts = new TextDictionary();
  #places = new Int32Array(1024);

  /** Null where the values are better written one by one. */
  find(kind: LeafKind, cells: Cells): Dictionary | null {
    if (cells.length > this.#places.length) this.#places = new Int32Array(2 * cells.length);
    const found =
      kind === 'text' ? this.#ofTexts(cells) : kind === 'int32' ? this.#ofSmallNumbers(cells) : null;
    return found !== null && found.count > 0 && 2 * found.count <= cells.length ? found : null;
  }

  #ofTexts(cells: Cells): Dictionary | null {
    const texts = this.#texts;
    const places = this.#places;
    const { ends } = cells;
    const bytes = cells.values as Uint8Array;
    const view = viewOf(bytes);
    texts.reset();
    for (let at = 0; at < cells.length; at += 1) {
      if (!isSet(cells, at)) continue;
      const place = texts.numberOf(bytes, view, ends[at]!, ends[at + 1]!);
      if (place === -1) return null;
      places[at] = place;
    }
    return { page: texts.page(), count: texts.count, places: places.subarray(0, cells.length) };
  }

  #ofSmallNumbers(cells: Cells): Dictionary | null {
    const values = cells.values as Int32Array;
    const places = this.#places;
    const placeOf = new Int32Array(smallNumbers).fill(-1);
    const different: number[] = [];
    for (let at = 0; at < cells.length; at += 1) {
      if (!isSet(cells, at)) continue;
      const value = values[at]!;
      if (value < 0 || value >= smallNumbers) return null;
      if (placeOf[value] === -1) {
        placeOf[value] = different.length;
        different.push(value);
      }
      places[at] = placeOf[value]!;
    }
    const page = new Uint8Array(Int32Array.from(different).buffer);
    return { page, count: different.length, places: places.subarray(0, cells.length) };
  }
}
