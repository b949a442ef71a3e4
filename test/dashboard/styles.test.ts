// The pages' styles are for every browser in use and end where a formula begins.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import katex from 'katex';
import type { Page } from 'playwright-core';
import { styles } from '../../src/report/styles.ts';
import { openBrowser } from '../support/browser.ts';
import { repository } from '../support/cli.ts';

const builtCss = readFileSync(join(repository, 'dist', 'dashboard', 'app.css'), 'utf8');
const katexCss = readFileSync(createRequire(import.meta.url).resolve('katex/dist/katex.min.css'), 'utf8');
const formula = katex.renderToString(
  '\\text{for all } x: \\Huge \\sum_{i=1}^n \\frac{a}{b} = \\fbox{$\\sqrt[3]{x}$}',
);

interface Reached {
  readonly inside: readonly string[];
  /** Selectors that choose `.katex` itself or anything around it. */
  readonly outside: number;
}

/** Which selectors of a sheet choose an element within the page's formula, whatever state or pseudo-element they name. */
async function reached(page: Page, css: string): Promise<Reached> {
  await page.setContent(
    `<style>${katexCss}</style><style id="own"></style><main class="text base sizing">${formula}</main>`,
  );
  return (await page.evaluate(`(() => {
    const style = document.getElementById('own');
    style.textContent = ${JSON.stringify(css)};
    const selectors = (rules) => [...rules].flatMap((rule) =>
      rule.constructor.name === 'CSSKeyframesRule' ? [] :
      [...(rule.constructor.name === 'CSSStyleRule' ? [rule.selectorText] : []), ...selectors(rule.cssRules ?? [])]);
    const states = '(hover|focus|focus-visible|focus-within|active|disabled|checked)';
    const bare = (text) => text
      .replace(/::[\\w-]+/g, '')
      .replace(new RegExp(':not\\\\(:' + states + '\\\\)', 'g'), '')
      .replace(new RegExp(':' + states + '(?![\\\\w-])', 'g'), '');
    const formula = document.querySelector('.katex');
    const within = [...formula.querySelectorAll('*')];
    const around = [...document.querySelectorAll('*')].filter((one) => !within.includes(one));
    const all = selectors(style.sheet.cssRules);
    const chooses = (elements) => all.filter((text) => elements.some((one) => one.matches(bare(text))));
    return { inside: chooses(within), outside: chooses(around).length };
  })()`)) as Reached;
}

test('the styles of the pages reach no formula, in browsers without @scope too', async (t) => {
  assert.doesNotMatch(builtCss, /@scope/);
  const browser = await openBrowser(t);
  if (browser === undefined) return;
  const page = await browser.newPage();
  const { inside, outside } = await reached(page, builtCss);
  assert.deepEqual(inside, []);
  assert.ok(outside > 5, `${outside} selectors choose what is around the formula`);
});

test('whatever a selector looks like, it ends where a formula begins', async (t) => {
  const { outsideFormulas } = (await import('../../scripts/outside-formulas.js' as string)) as {
    outsideFormulas: (css: string) => string;
  };
  const browser = await openBrowser(t);
  if (browser === undefined) return;
  const page = await browser.newPage();
  const css = `
    .text, .base, .sizing { padding: 9px }
    * { margin: 3px }
    main *, main > span, span + span, span ~ span { color: red }
    span::before { content: "x" }
    span:hover::after, span:before { content: "y" }
    :is(.text, .base):not(.nothing) { color: red }
    main:has(.text) [class] { color: red }
    [class*="mord"], [data-of="a > b, c"], :where(.vlist) { color: red }
    @media (min-width: 1px) { @supports (color: red) { .sizing { padding: 9px } } }
    @keyframes turn { from { opacity: 0 } 50% { opacity: 1 } to { opacity: 0 } }
  `;
  const unguarded = await reached(page, css);
  assert.equal(unguarded.inside.length, 9, 'the formula has what each of these rules chooses');
  const guarded = await reached(page, outsideFormulas(css));
  assert.deepEqual(guarded.inside, []);
  assert.ok(guarded.outside > 3);
  assert.match(outsideFormulas(css), /from \{ opacity: 0 \} 50% \{ opacity: 1 \}/);
});

test('with forced colours, only a wrong step has an edge, on the pages and in a report', async (t) => {
  const browser = await openBrowser(t);
  if (browser === undefined) return;
  const page = await browser.newPage();
  await page.emulateMedia({ forcedColors: 'active' });
  for (const [css, plain, wrong] of [
    [builtCss, '<li class="step">', '<li class="step error">'],
    [styles, '<li>', '<li class="gold">'],
  ] as const) {
    await page.setContent(
      `<style>${css}</style><main class="split record"><ol class="steps">${plain}a</li>${wrong}b</li></ol></main>`,
    );
    const [one, other, canvas] = (await page.evaluate(
      `[...document.querySelectorAll('li')].map((li) => getComputedStyle(li).borderLeftColor).concat(getComputedStyle(document.body).backgroundColor)`,
    )) as string[];
    assert.equal(one, 'rgb(255, 255, 255)', canvas);
    assert.notEqual(other, one);
  }
});
