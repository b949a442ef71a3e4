// Intervals in the manner of French and German books: ]0, 1[ is open, [0, 1[ half open. Read only where brackets in their
// usual places make no sense.
import type { Token } from './token.ts';

/** What ends a value: a square bracket behind it closes. */
const endsValue = /^(?:number|symbol|constant|close|raised|prime|percent|degree|raw|unit|bang)$/;

interface Open {
  readonly at: number;
  readonly square: boolean;
  /** Where the separators between its ends are. */
  readonly separators: number[];
}

/**
 * The tokens with such brackets as ones that surely bound an interval; null where there are none, or where they do not
 * fit together.
 */
export function withReversedBrackets(tokens: readonly Token[]): Token[] | null {
  if (!tokens.some(isSquare)) return null;
  const result = [...tokens];
  const open: Open[] = [];
  let found = false;
  for (const [k, token] of tokens.entries()) {
    const top = open.at(-1);
    const behindValue = k > 0 && endsValue.test(result[k - 1]!.kind);
    if (isSquare(token) && !behindValue) {
      result[k] = { ...token, kind: 'open' };
      open.push({ at: k, square: true, separators: [] });
    } else if (isSquare(token)) {
      if (!top?.square) return null;
      open.pop();
      const isUsual = tokens[top.at]!.value === '[' && token.value === ']';
      result[k] = { ...token, kind: 'close', value: token.value === ']' ? ']' : ')' };
      if (isUsual) continue;
      if (top.separators.length !== 1) return null;
      found = true;
      const start = tokens[top.at]!.value === '[' ? '[ interval' : '( interval';
      result[top.at] = { ...result[top.at]!, value: start };
      const [between] = top.separators as [number];
      result[between] = { ...result[between]!, value: ',' };
    } else if (token.kind === 'open') open.push({ at: k, square: false, separators: [] });
    else if (token.kind === 'close') {
      if (top === undefined || top.square) return null;
      open.pop();
    } else if (token.kind === 'separator') top?.separators.push(k);
  }
  return found && open.length === 0 ? result : null;
}

function isSquare({ kind, value }: Token): boolean {
  return (kind === 'open' || kind === 'close') && (value === '[' || value === ']');
}
