// Numbers in a step, and those that it states as results.

/** Numbers that a step states as its results: behind an equals sign. */
export function results(text: string): string[] {
  return [
    ...text.matchAll(
      /(?:=|\\equiv|\\approx)\s*\$?\s*(-?\d+(?:\.\d+)?)(?![\d.]*\s*(?:[-+*/^]|\\(?:cdot|times|binom)))/g,
    ),
  ].map(([, value]) => value!);
}

export const numbers = (text: string): Set<string> => new Set(text.match(/\d+(?:\.\d+)?/g) ?? []);

/** Computations with their results: `220-45=175`. */
export function equations(text: string): string[] {
  return [...text.matchAll(/((?:\d|\\[a-z]+|[-+*/^(){}·×−. ])+?)\s*=\s*(-?\d+(?:\.\d+)?)(?!\d|\.\d)/g)]
    .filter(([, left]) => /\d\s*(?:[-+*/^·×−]|\\(?:cdot|times)(?![a-z]))\s*[\d({\\]/.test(left!))
    .map(([equation]) => equation.trim());
}
