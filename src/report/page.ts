// One self-contained HTML page: no scripts, no network, nothing but what is passed in.
import { createHash } from 'node:crypto';
import { element, type Markup, render } from './markup.ts';
import { styles } from './styles.ts';
import { visibleLine } from './visible-text.ts';

/**
 * The policy lets the one style sheet in and everything else out, so that even a text that slipped through unescaped
 * could neither run nor load anything.
 */
function policy(): string {
  const hash = createHash('sha256').update(styles).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
}

/** The whole document as text. The same input gives the same bytes. */
export function htmlPage(title: string, body: readonly Markup[]): string {
  const page = element(
    'html',
    { lang: 'en' },
    element(
      'head',
      {},
      element('meta', { charset: 'utf-8' }),
      element('meta', { 'http-equiv': 'Content-Security-Policy', content: policy() }),
      element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      element('meta', { name: 'referrer', content: 'no-referrer' }),
      element('meta', { name: 'color-scheme', content: 'light dark' }),
      element('title', {}, visibleLine(title)),
      { markup: `<style>${styles}</style>` },
    ),
    element('body', {}, element('main', {}, body)),
  );
  return `<!doctype html>\n${render(page)}\n`;
}
