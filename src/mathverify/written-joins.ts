// Marks between the parts of an answer that are written in other ways: words and signs that join values, stops and braces
// around equations below each other, decimal commas between semicolons.
import type { Spelling } from './spellings.ts';

/** What of a text any of them has: see `mayHaveAny` in plain-characters.ts. */
export const mayHaveJoins =
  /[)\]]\s?U\s?[([]|^\s*[a-zA-Z]\s?=[<>]|[ℝR]\}?\s?\\\s|\+\s?\/?\s?-|\s(?:oder|und|ou|et)\s|\\q?quad\s*[a-zA-Z](?:_\{?\d\}?)?\s*=|\.\s*\\(?:\\|end\{)|\\left\s*\\\{\s*\\begin\{array\}|,\d{1,9}\s?;|;\s?-?\d{1,9},\d/;

/** Each with how it is written in LaTeX, as the spellings of plain-characters.ts. */
export const joins: readonly Spelling[] = [
  // (0, 1) U (2, 3), ℝ \ [2, 3]
  [
    /(?<unites>U)(?<=[([][^()[\]]{1,40},[^()[\]]{1,40}[)\]]\s{0,2}U)(?=\s{0,2}[([][^()[\]]{1,40},)/,
    () => '\\cup ',
  ],
  [/(?<lesser>\\)(?<=(?:ℝ|\\mathbb\s?\{?R\}?)\s?\\)(?=\s+(?:\\?\{|\[|\())/, () => '\\setminus'],
  [/(?<either>\+\s?\/\s?-)(?<=(?:^|[\s=($])\+\s?\/\s?-)(?=\s?[\w\\(])/, () => '\\pm '],
  [/(?<signs>\+-)(?<=(?:^\s?\$?\s?|=\s?)\+-)(?=\s?\d)/, () => '\\pm '],
  [
    /(?<bound>=>|=<)(?<=^\s*[a-zA-Z]\s?=[<>])(?=\s?-?[\d.]+\s*$)/,
    (sign) => (sign === '=>' ? '\\ge ' : '\\le '),
  ],
  // "x = 1 oder x = -2"
  [
    /(?<conjunction>oder|und|ou|et)(?<=[\d)}$*]\s(?:oder|und|ou|et))(?=\s(?:[-−$\\(\d*]|[a-z]_?\d?\s?=))/,
    (word) => (/^o/.test(word!) ? 'or' : 'and'),
  ],
  // x = 1 \quad y = 2
  [/(?<spacing>\\q?quad)(?<=\d\}?\s?\\q?quad)(?=\s*[a-zA-Z](?:_\{?\d\}?)?\s*=)/, () => ', '],
  // Equations below each other: their stops, and a brace around them
  [/(?<stops>\.)(?<=[\w)}]\s?\.)(?=\s*\\(?:\\|end\{))/, () => ''],
  [
    /\\left\s*\\\{\s*\\begin\{array\}\s*\{[^{}]{0,20}\}(?<system>[\s\S]{1,400}?)\\end\{array\}\s*\\right\s*\./,
    (rows) => `\\begin{cases}${rows!.replace(/\.(?=\s*(?:\\\\|$))/g, '')}\\end{cases}`,
  ],
  // (1,5; 2)
  [
    /(?<![\w}\\])(?<pointed>\(\s?-?\d{1,9}(?:,\d{1,9})?(?:\s?;\s?-?\d{1,9}(?:,\d{1,9})?){1,5}\s?\))/,
    (point) => {
      const parts = point!.split(';');
      // (1,2; 3,4) may be the rows of a matrix.
      return parts.every((part) => part.includes(','))
        ? null
        : parts.map((part) => part.replace(',', '.')).join(';');
    },
  ],
];
