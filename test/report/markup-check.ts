// Reads a page as a strict parser would: every tag closed in order, every attribute quoted, and nothing in it that
// could run, load or send. Throws with the place of the first thing that is wrong.
import assert from 'node:assert/strict';

const knownTags = new Set(
  (
    'html head meta title style body main header section div p span strong h1 h2 figure figcaption table caption ' +
    'thead tbody tr th td dl dt dd details summary ul ol li del ins svg desc rect line text path polyline circle ' +
    'math mi mn mo ms mtext mspace mrow mstyle mpadded mphantom menclose mfrac msqrt mroot msub msup msubsup munder ' +
    'mover munderover mtable mtr mtd'
  ).split(' '),
);
const knownAttributes = new Set(
  (
    'lang charset http-equiv content name class role dir open scope colspan tabindex id aria-label aria-labelledby ' +
    'xmlns viewBox x y x1 y1 x2 y2 width height fill stroke stroke-width stroke-dasharray paint-order text-anchor ' +
    'font-family font-size font-weight d points cx cy r fill-opacity stroke-linejoin ' +
    'mathvariant stretchy display separator scriptlevel displaystyle fence notation accent accentunder lspace rspace ' +
    'rowspacing columnspacing columnalign columnlines rowlines linethickness minsize maxsize voffset mathbackground ' +
    'mathcolor depth'
  ).split(' '),
);

export interface Checked {
  /** All element text, entities resolved. */
  readonly text: string;
  readonly tags: ReadonlyMap<string, number>;
}

function unescaped(text: string): string {
  const entities: Record<string, string> = {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    '#39': "'",
    '#96': '`',
  };
  assert.doesNotMatch(text, /&(?!(?:amp|lt|gt|quot|#39|#96);)/);
  return text.replace(/&([^;]+);/g, (_, name: string) => entities[name]!);
}

export function checkMarkup(page: string): Checked {
  const source = page.replace(/^<!doctype html>\n/, '').replace(/(<style>)[^<]*(<\/style>)/, '$1$2');
  const open: string[] = [];
  const tags = new Map<string, number>();
  let text = '';
  let at = 0;
  for (const match of source.matchAll(/<(\/?)([a-zA-Z0-9]+)((?:\s+[a-zA-Z0-9-]+="[^"<>]*")*)(\/?)>/g)) {
    const between = source.slice(at, match.index);
    assert.ok(!/[<>]/.test(between), `a stray bracket near ${between.slice(0, 80)}`);
    text += unescaped(between);
    at = match.index + match[0].length;
    const [, closing, tag, attributes, closed] = match;
    assert.ok(knownTags.has(tag!), `an unexpected element <${tag}>`);
    // Only elements of MathML can be closed where they begin.
    if (closed === '/') assert.match(tag!, /^(mspace|mrow)$/);
    else if (closing === '/') assert.equal(open.pop(), tag);
    else {
      tags.set(tag!, (tags.get(tag!) ?? 0) + 1);
      if (tag !== 'meta') open.push(tag!);
    }
    for (const [, name, value] of attributes!.matchAll(/([a-zA-Z0-9-]+)="([^"]*)"/g)) {
      assert.ok(knownAttributes.has(name!), `an unexpected attribute ${name}`);
      unescaped(value!);
    }
  }
  assert.deepEqual(open, []);
  assert.equal(source.slice(at).trim(), '');
  return { text, tags };
}
