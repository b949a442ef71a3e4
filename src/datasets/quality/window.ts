// Bounded memory for what a check has seen: two generations, of which the older one is let go when the younger one
// is full. What was seen last, between half of the window and all of it, is always remembered.

export interface Generation {
  readonly size: number;
  /** Gives back what it holds outside memory. */
  close?(): void;
}

export interface Window<G extends Generation> {
  /** The younger one first. */
  generations(): readonly G[];
  /** The generation to write to. */
  current(): G;
  /** How many entries were let go. */
  readonly forgotten: number;
}

/** `capacity`: entries remembered at most, at least 2. */
export function createWindow<G extends Generation>(capacity: number, create: () => G): Window<G> {
  const half = Math.max(1, Math.floor(capacity / 2));
  let younger = create();
  let older: G | null = null;
  let forgotten = 0;
  return {
    get forgotten() {
      return forgotten;
    },
    generations: () => (older === null ? [younger] : [younger, older]),
    current() {
      if (younger.size >= half) {
        forgotten += older?.size ?? 0;
        older?.close?.();
        older = younger;
        younger = create();
      }
      return younger;
    },
  };
}
