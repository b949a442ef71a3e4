// Of a reply that comes in events the choice that came first: a gateway may send several, in one event or in turns, and
// pieces of two would make a text that the model never wrote.
import { isObject, type JsonObject } from './wire-shape.ts';

export class FirstChoice {
  #index: unknown;

  /** True where no choice has come yet, or one that is numbered 0 or not at all. */
  get isUsual(): boolean {
    return this.#index === undefined || this.#index === 0;
  }

  /** A usual event was read: its choice is numbered 0 or not at all. */
  sawUsual(): void {
    this.#index = 0;
  }

  /** Null where the event has no piece of it. */
  in({ choices }: JsonObject): JsonObject | null {
    const given = Array.isArray(choices) ? choices.filter(isObject) : [];
    if (given.length > 0) this.#index ??= given[0]!.index ?? 0;
    return given.find(({ index }) => (index ?? 0) === this.#index) ?? null;
  }
}
