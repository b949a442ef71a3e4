// The simulated judge of explanations: it compares the words and numbers of two reasons, and understands neither.

interface ReasonPair {
  readonly annotated: string;
  readonly explanation: string;
}

function between(text: string, tag: string): string | null {
  const start = text.lastIndexOf(`<${tag}>`);
  const end = text.indexOf(`</${tag}>`, start);
  return start === -1 || end === -1 ? null : text.slice(start + tag.length + 2, end).trim();
}

/** Null where the prompt asks for something else. */
export function readReasons(prompt: string): ReasonPair | null {
  const [annotated, explanation] = [between(prompt, 'annotated_reason'), between(prompt, 'explanation')];
  return annotated === null || explanation === null ? null : { annotated, explanation };
}

/** Words of four letters and more, and numbers. */
function tokensOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[a-z]{4,}|\d+(?:\.\d+)?/g) ?? []);
}

export function compareReasons({ annotated, explanation }: ReasonPair): string {
  const [left, right] = [tokensOf(annotated), tokensOf(explanation)];
  const shared = [...right].filter((token) => left.has(token)).length;
  const share = right.size === 0 ? 0 : shared / right.size;
  const match = share >= 0.3 ? 'yes' : shared > 0 ? 'partly' : 'no';
  return JSON.stringify({ why: `${shared} of ${right.size} words of the explanation are shared`, match });
}
