// Builds HTML and SVG as values: a plain string is always escaped, and only `element` makes markup.
import { escapeHtml } from './escape.ts';

/** Markup whose texts are escaped already. */
export interface Markup {
  readonly markup: string;
}

export type Child = Markup | string | number | null | readonly Child[];

/** Null leaves the attribute out; an empty string writes it empty. */
export type Attributes = Readonly<Record<string, string | number | null>>;

const voidElements = new Set(['meta', 'br']);

/** The text of a child: strings escaped, null nothing. */
export function render(child: Child): string {
  if (child === null) return '';
  if (typeof child === 'string') return escapeHtml(child);
  if (typeof child === 'number') return String(child);
  return 'markup' in child ? child.markup : child.map(render).join('');
}

/** One element. Tag and attribute names come from this module, never from data. */
export function element(tag: string, attributes: Attributes, ...children: readonly Child[]): Markup {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`)
    .join('');
  const opening = `<${tag}${written}>`;
  return { markup: voidElements.has(tag) ? opening : `${opening}${render(children)}</${tag}>` };
}
