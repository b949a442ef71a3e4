// What is counted: 3 apples and 4 pears are not 4 apples and 3 pears, and 5 apples may not be 5 oranges. Beside a list that
// counts other things, or only numbers, the words say nothing.
import type { Node } from './ast.ts';
import { numeralOf } from './numerals.ts';
import { scaleOf, unitOf } from './units.ts';
import { rewrite } from './walk.ts';

type Counted = Node & { readonly kind: 'quantity' };

/** A number of something. */
export function counted(value: Node, name: string): Node {
  return {
    kind: 'quantity',
    value,
    unit: { name, dimension: `counted ${name}`, scale: { n: 1n, d: 1n }, letter: false },
    product: null,
  };
}

function isCounted(node: Node): node is Counted {
  return node.kind === 'quantity' && node.unit.dimension === `counted ${node.unit.name}`;
}

/** Both values, with what is counted where they count the same things. */
export function withCommonLabels(gold: Node, prediction: Node): [Node, Node] {
  const [a, b] = [labelsOf(gold), labelsOf(prediction)];
  return a === b ? [gold, prediction] : [unlabelled(gold, a), unlabelled(prediction, b)];
}

function labelsOf(node: Node): string {
  return node.kind === 'set'
    ? node.items
        .map((item) => (isCounted(item) ? item.unit.name : ''))
        .sort()
        .join()
    : '';
}

function unlabelled(node: Node, labels: string): Node {
  return labels === '' ? node : rewrite(node, (inner) => (isCounted(inner) ? inner.value : inner));
}

const maxAmount = 80;
const box = /^[\s\S]*\\boxed\s*\{((?:[^{}]|\{[^{}]*\})*)\}([\s\S]*)$/;
const wrappers = /\\(?:text\w*|mathrm|mathbf|mbox)\s*(?=\{)|[{}*]|(?<!\\)\$|\\[()[\],;:! ]/g;
const announced = /^(?:so\b|thus\b|therefore\b|hence\b|the\b|final\b|answer\b|is\b|[a-z]\s*=|[\s,:])+/i;
const amount = /^[-−]?(?:\d[\d.,/]*|\\[dt]?frac[\d\s]+)\s+(\p{L}[\p{L}\s'’-]*)(?=[.;:!?]|$)/u;
/** What says where, whose or which ones they are, no longer what. */
const furtherOn =
  /\b(?:in|on|at|for|per|from|to|that|which|who|whose|with|by|is|are|was|were|has|have|had|will|would|can|as|so|if|when|where|because|since|and|or|but|than|each|every|after|before|during)\b.*$/i;
/** Words that say nothing of what is counted, or that fit anything. */
const sayingNothing =
  /^(?:the|an?|all|only|just|more|less|fewer|extra|additional|different|distinct|possible|such|sq|square|total|other|left|remaining|altogether|away|ago|ways?|values?|solutions?|numbers?|units?|items?|things?|times?|them|those|these)$/;
const irregular = new Map([
  ['men', 'man'],
  ['women', 'woman'],
  ['people', 'person'],
  ['children', 'child'],
  ['mice', 'mouse'],
  ['dice', 'die'],
]);

function singular(word: string): string {
  return (
    irregular.get(word) ??
    word
      .replace(/ies$/, 'y')
      .replace(/(?<=s|x|z|ch|sh)es$/, '')
      .replace(/s$/, '')
  );
}

/** Letters (N m, µm) or a word for a unit, which have been compared as one. */
function isMeasure(word = ''): boolean {
  return word.length < 3 || unitOf(word) !== null;
}

/** The words for what an answer counts, and for what that is of, in the singular; null where it is no amount. */
function thingsOf(text: string): readonly (readonly string[])[] | null {
  const [, inside = text, behind = ''] = text.includes('boxed') ? (box.exec(text) ?? []) : [];
  if (inside.length > maxAmount) return null;
  const written = `${inside}${behind.slice(0, maxAmount)}`
    .replace(wrappers, ' ')
    .replace(announced, '')
    .trim();
  const said = amount.exec(numeralOf(written) ?? written)?.[1]?.replace(furtherOn, '');
  if (said === undefined) return null;
  const [own = [], ...of] = said.split(/\bof\b/).map((part) =>
    part
      .split(/[\s-]+/)
      .filter((word) => word !== '' && !sayingNothing.test(word.toLowerCase()) && scaleOf(word) === null)
      .map((word) => (isMeasure(word) ? word : singular(word.toLowerCase()))),
  );
  return own.length === 0 && of.length > 0 ? of : [own, ...of];
}

/** What two amounts count, where the words for it differ: apples and oranges; null where those of one are among the other's. */
export function thingsApart(gold: string, prediction: string): string | null {
  const own = thingsOf(gold);
  const others = own && thingsOf(prediction);
  for (const [k, one] of own?.entries() ?? []) {
    const other = others?.[k] ?? [];
    const areMeasures = k === 0 && isMeasure(one[0]) && isMeasure(other[0]);
    if (
      !areMeasures &&
      one.some((word) => !other.includes(word)) &&
      other.some((word) => !one.includes(word))
    )
      return `${one.join(' ')} and ${other.join(' ')}`;
  }
  return null;
}
