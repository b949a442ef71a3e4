// Rows that are set below each other as what they say in one line: equations of which each has its own left side are a
// list, and a row that begins with a sign of relation continues the row before it.

const environment =
  /\\begin\s?\{(aligned|align\*?|gathered|gather\*?|split|eqnarray\*?)\}([\s\S]{0,4000}?)\\end\s?\{\1\}/g;
const continuing = /^\s*(?:[=<>≤≥≈]|\\(?:leq?|geq?|lt|gt|approx|equiv)(?![a-z]))/;
const rowEnd = /\\\\(?:\s*\[[^\]]{0,20}\])?/;
const maxRows = 60;
const maxLength = 20_000;

/** The text with such environments in one line. */
export function inOneLine(text: string): string {
  return text.length <= maxLength && text.includes('\\begin')
    ? text.replace(environment, (found, _, body: string) => joined(body) ?? found)
    : text;
}

function joined(body: string): string | null {
  const rows = body
    .split(rowEnd)
    .map((row) => row.replace(/(?<!\\)&/g, ' ').trim())
    .filter((row) => row !== '');
  if (rows.length === 0 || rows.length > maxRows) return null;
  return rows.map((row, k) => (k === 0 || continuing.test(row) ? row : `, ${row}`)).join(' ');
}
