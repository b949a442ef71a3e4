// Answers whose values are the same and that may mean others: options with other labels, numerals of Rome read as products,
// a product of sets, vectors or matrices in another order. And values that differ only by what the question may have said: 25 and
// 25%, 4343 and 4343 in base 6.
import { type Node, number, type RelationNode } from './ast.ts';
import { mayBeSameDay } from './calendar.ts';
import { isAssignment, isEquation } from './compare-relation.ts';
import { isPermutation } from './cycles.ts';
import { keyOf } from './key.ts';
import { thingsApart } from './labels.ts';
import { symbolsOf } from './walk.ts';

const maxLength = 80;
const labelled = /^(?:\\(?:text|textbf|mathrm|mathbf)\s*\{)?\s*\(?([A-H])\s*[).:]\s*\}?.*[\d\\$]/;
const numeral = /^\$?(?:\\(?:text|mathrm)\s*\{)?\s*([IVX]{2,8})\s*\}?\$?$/;
const product =
  /(?<![A-Za-z\d}])(\\mathbf\s*\{?[A-Z]\}?|[A-Z])\s*(?:\\times(?![a-z])|×)\s*(\\mathbf\s*\{?[A-Z]\}?|[A-Z])(?![A-Za-z\d{])/;

/** Two labels of options or statements. */
const joinedLabels =
  /^(?:\\(?:text|mathrm)\s*\{)?\(?(?:[A-H]|[IVX]+)\)?,?\s+(and|or)\s+\(?(?:[A-H]|[IVX]+)\)?(?:\s+only)?\s*\}?\.?$/;

const wholeProduct = new RegExp(`^\\$?\\s*${product.source}\\s*\\$?$`);

/** A decimal, or two values of which the second is 0. */
const zeroBehindComma = /^\s*[-−]?\d{1,20},0\s*$/;
const zeroAlone = /(?<!\d)0(?!\d)/;

/** Why two texts of the same value may be other answers; null where nothing says so. */
export function doubtOf(gold: string, prediction: string): string | null {
  const [a, b] = [gold.trim(), prediction.trim()];
  if ((zeroBehindComma.test(a) && !zeroAlone.test(b)) || (zeroBehindComma.test(b) && !zeroAlone.test(a)))
    return 'a comma before 0 may be that of a decimal, or of a list';
  const things = thingsApart(a, b);
  if (things !== null) return `what is counted may differ: ${things}`;
  if (a.length > maxLength || b.length > maxLength || a === b) return null;
  const [left, right] = [a, b].map((text) => labelled.exec(text)?.[1]);
  if (left !== undefined && right !== undefined && left !== right)
    return 'the same value under another label';
  const [one, other] = [a, b].map((text) => numeral.exec(text)?.[1]);
  if (one !== undefined && other !== undefined && one !== other) return 'letters that may be other numerals';
  const [joint, joining] = [a, b].map((text) => joinedLabels.exec(text)?.[1]);
  if (joint !== undefined && joining !== undefined && joint !== joining)
    return 'labels joined by "and" and by "or"';
  const [p, q] = [product.exec(a), product.exec(b)];
  if ((wholeProduct.test(a) && !/×|times/.test(b)) || (wholeProduct.test(b) && !/×|times/.test(a)))
    return 'a product of sets or vectors may be meant';
  return p !== null && q !== null && p[1] === q[2] && p[2] === q[1] && p[1] !== q[1]
    ? 'the order of a product of sets, vectors or matrices may matter'
    : null;
}

/** Why two different values may be the same answer: a question may ask for a percentage, for digits in a base, or for one letter. */
export function doubtOfDifference(gold: Node, prediction: Node): string | null {
  const steps = [lastStep(gold), lastStep(prediction)];
  if (steps[0] === keyOf(prediction) || steps[1] === keyOf(gold)) return 'one side may be steps to the other';
  if ((isAbsent(gold) && isEmpty(prediction)) || (isEmpty(gold) && isAbsent(prediction)))
    return 'what does not exist may be a solution';
  if (isPermutation(gold) !== isPermutation(prediction))
    return 'brackets without commas may be a cycle, or a list';
  if (mayBeSameDay(gold, prediction)) return 'they may be the same day';
  const [a, b] = [asDigits(gold), asDigits(prediction)];
  if (a.said === b.said || (a.said !== '' && b.said !== '') || keyOf(a.value) !== keyOf(b.value)) return null;
  return `the same digits, and only one side says "${a.said}${b.said}"`;
}

function isAbsent(node: Node): boolean {
  return node.kind === 'text' && node.value === 'does not exist';
}

function isEmpty(node: Node): boolean {
  return node.kind === 'set' && node.items.length === 0;
}

/** The key of the value that the last of several equations gives a letter, where not each of them is such a value; else null. */
function lastStep(node: Node): string | null {
  if ((node.kind !== 'set' && node.kind !== 'tuple') || node.items.length < 2) return null;
  if (!node.items.every(isEquation) || node.items.every((item) => isAssignment(item as RelationNode)))
    return null;
  const last = node.items.at(-1) as RelationNode;
  return isAssignment(last) ? keyOf(last.parts.at(-1)!) : null;
}

/** A value without its percent sign or base, and that. */
function asDigits(node: Node): { value: Node; said: string } {
  if (node.kind === 'relation' && node.parts.length === 2 && node.operators[0] === '=') {
    const [name, value] = node.parts as [Node, Node];
    return name.kind === 'symbol' ? asDigits(value) : { value: node, said: '' };
  }
  if (node.kind === 'negate') {
    const { value, said } = asDigits(node.value);
    return { value: negated(value), said };
  }
  if (node.kind === 'percent' && symbolsOf(node.value).size === 0)
    return { value: node.value, said: 'percent' };
  const hasBase = node.kind === 'number' && node.base !== null && node.base !== 10;
  return { value: node, said: hasBase ? `base ${node.base}` : '' };
}

/** A number is negative as a whole, however its sign was read. */
function negated(node: Node): Node {
  return node.kind === 'number'
    ? number({ n: -node.value.n, d: node.value.d }, node.decimal)
    : { kind: 'negate', value: node };
}
