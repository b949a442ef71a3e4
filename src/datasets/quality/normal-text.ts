// The text that the families of published datasets are hashes of, as version 0.1 made it, and hashes of texts. A change
// would give published problems other families and splits; problems are compared by problem-form.ts.

const decoration =
  /\\(?:left|right|displaystyle|mathrm|text|quad|qquad|big|Big|bigg|Bigg)(?![a-zA-Z])|\\[,;:! ()[\]]|[$~{}*#_`"']/g;

export function normalText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(decoration, ' ')
    .replace(/\\[dt]frac/g, '\\frac')
    .toLowerCase()
    .replace(/[.,;:!?]+(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** 32 bits of FNV-1a over UTF-16 code units from `from` to `to`, then mixed (murmur3's finaliser). */
export function hashRange(text: string, from: number, to: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let at = from; at < to; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return mix(hash);
}

/** A bijection on 32 bits that spreads every bit over all others (murmur3's fmix32). */
export function mix(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
