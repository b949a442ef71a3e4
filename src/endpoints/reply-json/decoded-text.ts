// A text that is put together piece by piece, with what its next piece may depend on: how it ends, whether a formula is
// open, and whether it is inside of rows. Each piece is looked at once, whatever the length of the text.
import { rowEnvironment } from './latex-names.ts';

/** Characters of the end that a decision may look at. */
const tailLength = 64;
/** Characters of the longest \\begin{…} that matters. */
const longestEnvironment = 24;

export class DecodedTextBuilder {
  readonly #pieces: string[] = [];
  #tail = '';
  #openDollar = false;
  #openParenthesis = false;
  /** Pieces that were not searched for environments yet. */
  #unsearched: string[] = [];
  #carried = '';
  #rows = 0;

  add(piece: string): void {
    this.#pieces.push(piece);
    this.#unsearched.push(piece);
    const before = this.#tail.at(-1);
    this.#tail = (this.#tail + piece.slice(-tailLength)).slice(-tailLength);
    this.#followFormulas(piece, before);
  }

  toString(): string {
    return this.#pieces.join('');
  }

  /** The end of the text, at most 64 characters. */
  get tail(): string {
    return this.#tail;
  }

  /** Whether a formula in the line is open at the end of the text: nobody begins a new line there. */
  get inFormula(): boolean {
    return this.#openDollar || this.#openParenthesis;
  }

  #followFormulas(piece: string, before: string | undefined): void {
    if (!/[$()\n]/.test(piece)) return;
    let last = before;
    for (let at = 0; at < piece.length; at += 1) {
      const char = piece[at]!;
      if (char === '\n') [this.#openDollar, this.#openParenthesis] = [false, false];
      else if (last === '\\' && char === '(') this.#openParenthesis = true;
      else if (last === '\\' && char === ')') this.#openParenthesis = false;
      // The second of $$ takes back what the first did.
      else if (char === '$' && last !== '\\') this.#openDollar = !this.#openDollar;
      last = char;
    }
  }

  /** Whether a row environment is open at the end of the text. */
  get inRows(): boolean {
    const text = this.#carried + this.#unsearched.join('');
    this.#unsearched = [];
    let searched = 0;
    for (const found of text.matchAll(rowEnvironment)) {
      this.#rows += found[1] === 'begin' ? 1 : -1;
      searched = found.index + found[0].length;
    }
    this.#carried = text.slice(Math.max(searched, text.length - longestEnvironment));
    return this.#rows > 0;
  }
}
