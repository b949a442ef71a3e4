// What a parameter runs through, in words or in brackets behind a value: x = k pi for any integer k, x = k pi (k in Z).

const maxLength = 200;
const member = String.raw`([a-z])\s*(?:∈|\\in(?![a-z]))\s*(\\mathbb\s*\{?\s*[NZ]\s*\}?|ℤ|ℕ)([*+]?)`;
const bracketed = new RegExp(String.raw`^(.+?)(?:[\s~,]|\\[ ,;:]|\\q?quad)*\(\s*${member}\s*\)$`);
const stated = new RegExp(
  String.raw`^(.+?)[\s,]*\b(?:for|where|with)\s+(?:(?:any|all|every|each|some)\s+)?${member}$`,
);
const whole =
  /^(.+?)[\s,]*(?:\b(?:for|where|with)\s+)?(?:(?:any|all|every|each|some|arbitrary|an)\s+)?(?:integers?\s+([a-z])|(?<![a-z])([a-z])\s+(?:is\s+)?(?:(?:any|an|an arbitrary)\s+)?integer)$/;
const wrapped = /\\(?:text|mbox|mathrm)\s*\{([^{}]*)\}/g;

/** The text with what its parameter runs through as a condition behind a comma: x = k pi, k in Z. */
export function withDomain(source: string): string {
  if (source.length > maxLength || !/integer|∈|\\in(?![a-z])/.test(source)) return source;
  const flat = source.replace(wrapped, ' $1 ').replace(/\s+/g, ' ').trim();
  const found = bracketed.exec(flat) ?? stated.exec(flat);
  if (found !== null) {
    const [, value, letter, domain, mark] = found as unknown as [string, string, string, string, string];
    return uses(value, letter) ? `${value.trim()}, ${letter}\\in ${domain}${mark}` : source;
  }
  const words = whole.exec(flat);
  const letter = words?.[2] ?? words?.[3];
  return words !== null && letter !== undefined && uses(words[1]!, letter)
    ? `${words[1]!.trim()}, ${letter}\\in\\mathbb{Z}`
    : source;
}

/** Whether a value has the letter in it, and no words or conditions of its own. */
function uses(value: string, letter: string): boolean {
  const bare = value.replace(/\\[a-zA-Z]+/g, ' ');
  return (
    bare.includes(letter) &&
    !new RegExp(`^\\s*${letter}\\s*=`).test(bare) &&
    !/(?<![a-z])(?!sin|cos|tan|cot|log|pi|sqrt)[a-z]{3}/i.test(bare) &&
    !/[<>≤≥∈]|\\(?:in|le|ge|lt|gt)/.test(value)
  );
}
