// What a soak is.

export interface SoakResult {
  readonly what: string;
  readonly measured: string;
  readonly goal: string;
  readonly met: boolean;
}

export interface Soak {
  readonly title: string;
  /** Longest time it may take. */
  readonly minutes: number;
  /** `folder` is emptied afterwards by whoever calls. */
  run(folder: string): Promise<readonly SoakResult[]>;
}

/** A measured value that must not be above a limit. */
export function atMost(what: string, value: number, limit: number, unit: string): SoakResult {
  const digits = unit === 'x' ? 2 : 0;
  return {
    what,
    measured: `${value.toFixed(digits)} ${unit}`,
    goal: `at most ${limit} ${unit}`,
    met: value <= limit,
  };
}

export function equal(what: string, value: unknown, expected: unknown): SoakResult {
  return { what, measured: String(value), goal: String(expected), met: String(value) === String(expected) };
}
