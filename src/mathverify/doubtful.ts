// Answers whose values are the same and that may mean others: options with other labels, numerals of Rome read as products,
// a product of sets, vectors or matrices in another order.

const maxLength = 80;
const labelled = /^(?:\\(?:text|textbf|mathrm|mathbf)\s*\{)?\s*\(?([A-H])\s*[).:]\s*\}?.*[\d\\$]/;
const numeral = /^\$?(?:\\(?:text|mathrm)\s*\{)?\s*([IVX]{2,8})\s*\}?\$?$/;
const product =
  /(?<![A-Za-z\d}])(\\mathbf\s*\{?[A-Z]\}?|[A-Z])\s*(?:\\times(?![a-z])|×)\s*(\\mathbf\s*\{?[A-Z]\}?|[A-Z])(?![A-Za-z\d{])/;

const wholeProduct = new RegExp(`^\\$?\\s*${product.source}\\s*\\$?$`);

/** Why two texts of the same value may be other answers; null where nothing says so. */
export function doubtOf(gold: string, prediction: string): string | null {
  const [a, b] = [gold.trim(), prediction.trim()];
  if (a.length > maxLength || b.length > maxLength || a === b) return null;
  const [left, right] = [a, b].map((text) => labelled.exec(text)?.[1]);
  if (left !== undefined && right !== undefined && left !== right)
    return 'the same value under another label';
  const [one, other] = [a, b].map((text) => numeral.exec(text)?.[1]);
  if (one !== undefined && other !== undefined && one !== other) return 'letters that may be other numerals';
  const [p, q] = [product.exec(a), product.exec(b)];
  if ((wholeProduct.test(a) && !/×|times/.test(b)) || (wholeProduct.test(b) && !/×|times/.test(a)))
    return 'a product of sets or vectors may be meant';
  return p !== null && q !== null && p[1] === q[2] && p[2] === q[1] && p[1] !== q[1]
    ? 'the order of a product of sets, vectors or matrices may matter'
    : null;
}
