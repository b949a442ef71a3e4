// Wrong rules, applied to the text of one side of an equation. Each gives the ways in which it can be applied.

export type Edit = (side: string) => readonly string[];

const times = String.raw`(?:\\cdot|\\times|[*×·])`;

/** `after` with each single match of the pattern replaced in turn. */
function each(side: string, pattern: RegExp, after: (...groups: string[]) => string): string[] {
  return [...side.matchAll(pattern)].map(
    (match) => side.slice(0, match.index) + after(...match) + side.slice(match.index + match[0].length),
  );
}

/** The part before the last top-level sign of one of the kinds, or null without one. */
function beforeLast(side: string, signs: RegExp): string | null {
  let depth = 0;
  let place: RegExpMatchArray | undefined;
  const tokens = new RegExp(`[({[]|[)}\\]]|${signs.source}`, 'g');
  for (const match of side.matchAll(tokens)) {
    if (/^[({[]$/.test(match[0])) depth += 1;
    else if (/^[)}\]]$/.test(match[0])) depth -= 1;
    else if (depth === 0 && /[\d)}]\s*$/.test(side.slice(0, match.index))) place = match;
  }
  return place === undefined ? null : side.slice(0, place.index).trimEnd();
}

const isProduct = (side: string): boolean => beforeLast(side, /[+−-]/) === null;

export const edits = {
  flipSign: (side) => [
    ...each(side, /(?<=[\d)}]\s?)\+/g, () => '-'),
    ...each(side, /(?<=[\d)}]\s?)[-−]/g, () => '+'),
  ],
  addInsteadOfMultiply: (side) => each(side, new RegExp(times, 'g'), () => '+'),
  dropLastTerm: (side) => {
    const cut = beforeLast(side, /[+−-]/);
    return cut === null ? [] : [cut];
  },
  dropLastFactor: (side) => {
    const cut = isProduct(side) ? beforeLast(side, new RegExp(times)) : null;
    return cut === null ? [] : [cut];
  },
  multiplyInsteadOfPower: (side) =>
    each(side, /\^(?:\{(\d{1,3})\}|(\d))/g, (_, braced, single) => ` \\cdot ${braced ?? single}`),
  oneMore: (side) => [`${side} + 1`],
  oneLess: (side) => [`${side} - 1`],
  double: (side) => [isProduct(side) ? `2 \\cdot ${side}` : `2 \\cdot (${side})`],
  halve: (side) => [`\\frac{1}{2} \\cdot ${isProduct(side) ? side : `(${side})`}`],
  turnFraction: (side) =>
    each(side, /\\([dt]?frac)\{([^{}]+)\}\{([^{}]+)\}/g, (_, frac, a, b) => `\\${frac}{${b}}{${a}}`),
  orderInsteadOfChoose: (side) =>
    each(side, /\\[dt]?binom\{(\d+)\}\{(\d+)\}/g, (_, n, k) => `\\frac{${n}!}{(${n} - ${k})!}`),
} as const satisfies Record<string, Edit>;

export type EditName = keyof typeof edits;
