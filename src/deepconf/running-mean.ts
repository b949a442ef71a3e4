// A mean of values as they come, to the last bit that of all of them added up in their order.

export class RunningMean {
  #sum = 0;
  #count = 0;

  /** Null is not counted. */
  add(value: number | null): void {
    if (value === null) return;
    this.#sum += value;
    this.#count += 1;
  }

  /** Null where nothing was counted. */
  mean(): number | null {
    return this.#count === 0 ? null : this.#sum / this.#count;
  }
}
