// What the tokenizer hands to the parser.
import type { NumberNode } from './ast.ts';

export type TokenKind =
  | 'number'
  | 'symbol'
  | 'constant'
  | 'function'
  | 'structure'
  | 'wrapper'
  | 'operator'
  | 'relation'
  | 'open'
  | 'close'
  | 'bar'
  | 'separator'
  | 'up'
  | 'down'
  | 'raised'
  | 'bang'
  | 'prime'
  | 'percent'
  | 'degree'
  | 'cell'
  | 'row'
  | 'dots'
  | 'empty'
  | 'to'
  | 'unit'
  | 'currency'
  | 'raw'
  | 'skip'
  | 'ignored'
  | 'end';

/** One token; `start` and `end` are offsets in the text, `gap` is true when white space precedes it. */
export interface Token {
  readonly kind: TokenKind;
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly gap: boolean;
  /** 'left' or 'right' for a delimiter that \left or \right marks; empty otherwise. */
  readonly side: '' | 'left' | 'right';
  /** The value of a number token. */
  readonly number: NumberNode | null;
}
