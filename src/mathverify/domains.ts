// Number domains with what is written above and below them: \mathbb{R}^+, \mathbb{R}_{\ge 0}, \mathbb{Z}_{>0}, \mathbb{N}_0, \mathbb{R}^2.

/** How a sign above or below a domain is written; what a sign below alone means depends on the country. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/^(?:\^\+|[\^_]>0|\^\*[\^_]\+|[\^_]\+\^\*)$/, '+'],
  [/^(?:\^-|[\^_]<0|\^\*[\^_]-|[\^_]-\^\*)$/, '-'],
  [/^(?:[\^_](?:≥|>=|geq?|geqslant)0|_0\^\+|\^\+_0)$/, '≥0'],
  [/^(?:[\^_](?:≤|<=|leq?|leqslant)0|_0\^-|\^-_0)$/, '≤0'],
  [/^(?:[\^_]\*|[\^_](?:≠|!=|neq?)0)$/, '*'],
  [/^[\^_](?:≥|>=|geq?|geqslant)1$/, '+'],
];
const wholes: Readonly<Record<string, string>> = {
  'N+': 'Z+',
  'N*': 'Z+',
  'Z≥0': 'N0',
  'N≥0': 'N0',
  N_0: 'N0',
};

/** The name of a domain with a mark above (`^`) or below (`_`) it; equal domains have one name. */
export function domainWith(name: string, place: '^' | '_', mark: string): string {
  const letter = name[0]!;
  const before = /^.[+\-*]$/.test(name) ? `^${name[1]}` : name.slice(1);
  const marks = `${before}${place}${mark}`;
  const sign = signs.find(([written]) => written.test(marks))?.[1];
  const made = `${letter}${sign ?? marks}`;
  return wholes[made] ?? made;
}

/** Whether a name says what is in the domain; what an index or a star means beside other letters is not known. */
export function isKnownDomain(name: string): boolean {
  return /^(?:[NZQRC](?:[+\-*]|[≥≤]0|0)?|.[\^_]\d+)$/.test(name);
}

/** Whether two domains with different names are different: whether 0 is in N is a matter of taste. */
export function areDifferentDomains(a: string, b: string): boolean {
  const areNatural = [a, b].includes('N') && [a, b].every((name) => /^(?:N0?|Z\+)$/.test(name));
  return isKnownDomain(a) && isKnownDomain(b) && !areNatural;
}
