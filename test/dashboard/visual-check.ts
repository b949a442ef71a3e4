// What a record's page has to look like, measured in the browser: formulas as KaTeX alone sets them, no page wider than
// the window, no text that is hard to read, and a printed length near that on the screen. For the test of a sample and
// the soak of 200 records.
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { latebench, runShell } from '../support/cli.ts';
import { testData } from '../support/test-data.ts';

const data = `${testData}/data`;
export const realFiles = [
  'processbench/gsm8k.json',
  'processbench/math.json',
  'processbench/olympiadbench.json',
  'latebench/general_injection_results.json',
] as const;

/** The first records of each of the real files as one file; `each`: how many of one. Returns its path. */
export async function realRecords(cwd: string, each: number): Promise<string> {
  const parts: string[] = [];
  for (const [at, name] of realFiles.entries()) {
    const file = join(cwd, `part-${at}.jsonl`);
    const line = `${latebench} ingest ${resolve(data, name)} -q | head -n ${each} > ${file}`;
    const { code, stderr } = await runShell(line, { cwd });
    if (code !== 0) throw new Error(stderr);
    parts.push(await readFile(file, 'utf8'));
  }
  const path = join(cwd, 'real.jsonl');
  await writeFile(path, parts.join(''));
  return path;
}

export interface Look {
  readonly mode: 'light' | 'dark' | 'print' | 'phone';
  readonly row: number;
  /** Formulas, and those that are taller than the same formula set by KaTeX alone, with both heights in pixels. */
  readonly formulas: number;
  readonly tall: readonly string[];
  /** Pixels that the page is wider than the window. */
  readonly overflow: number;
  /** Texts below 4.5:1, each with its ratio. */
  readonly faint: readonly string[];
  /** Of the whole page, in pixels. */
  readonly length: number;
}

/** Runs in the page: formulas beside the same ones that KaTeX alone sets. */
const measureFormulas = `(async () => {
  const maxRatio = 1.1;
  await document.fonts.ready;
  const formulas = [...document.querySelectorAll('main .katex')].filter((one) => one.getClientRects().length > 0);
  const host = document.createElement('div');
  host.style.cssText = 'all: initial; position: absolute; left: 0; top: 0; width: 1px; height: 1px; overflow: hidden';
  document.body.append(host);
  const shadow = host.attachShadow({ mode: 'open' });
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = document.querySelector('link[href$="katex.css"]').href;
  const loaded = new Promise((done) => { sheet.onload = done; sheet.onerror = done; });
  shadow.append(sheet);
  await loaded;
  const references = formulas.map((one) => {
    const place = document.createElement('div');
    place.style.cssText = 'width: 10000px; font-size: ' + getComputedStyle(one.parentElement).fontSize;
    const copy = one.cloneNode(true);
    copy.style.fontSize = getComputedStyle(one).fontSize;
    place.append(copy);
    shadow.append(place);
    return copy;
  });
  const heights = (formula) => [...formula.querySelectorAll('.base')].map((base) => base.getBoundingClientRect().height);
  const tall = [];
  formulas.forEach((one, at) => {
    const [own, expected] = [heights(one), heights(references[at])];
    own.forEach((height, k) => {
      if (height > expected[k] * maxRatio + 0.5)
        tall.push(one.textContent.slice(0, 60) + ': ' + height + ' for ' + expected[k]);
    });
  });
  host.remove();
  return { formulas: formulas.length, tall };
})()`;

/** Runs in the page. */
const measureTexts = `(() => {
  const numbers = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number);
  const over = ([r, g, b, a = 1], [x, y, z]) => [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a)];
  const grounds = new Map();
  const ground = (element) => {
    if (element === null) return [255, 255, 255];
    const known = grounds.get(element);
    if (known !== undefined) return known;
    const own = numbers(getComputedStyle(element).backgroundColor);
    const found = over(own.length === 4 ? own : [...own, 1], own[3] === undefined ? own : ground(element.parentElement));
    grounds.set(element, found);
    return found;
  };
  const light = (colour) => {
    const [r, g, b] = colour.map((part) => {
      const share = part / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const faint = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (node.data.trim() === '' || element.closest('script, style, .sr, .skip, .katex-mathml, :disabled, svg') !== null) continue;
    if (element.getClientRects().length === 0) continue;
    const below = ground(element);
    const ink = over(numbers(getComputedStyle(element).color), below);
    const [a, b] = [light(ink), light(below)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) faint.add(element.className + ' "' + node.data.trim().slice(0, 30) + '" ' + ratio.toFixed(2));
  }
  const { scrollWidth, scrollHeight } = document.documentElement;
  return { overflow: Math.max(0, scrollWidth - innerWidth), faint: [...faint], length: scrollHeight };
})()`;

const modes = {
  light: { media: 'screen', colorScheme: 'light', width: 1280, height: 900 },
  dark: { media: 'screen', colorScheme: 'dark', width: 1280, height: 900 },
  /** A4 within its margins. */
  print: { media: 'print', colorScheme: 'light', width: 703, height: 1017 },
  phone: { media: 'screen', colorScheme: 'light', width: 390, height: 844 },
} as const;

/** A page of paper within its margins, in CSS pixels. */
export const paperHeight = modes.print.height;

/** Of what is on screen, its width, length and contrast; its formulas, which take longer, are left out. */
export async function measuredTexts(page: Page): Promise<Pick<Look, 'overflow' | 'faint' | 'length'>> {
  return (await page.evaluate(measureTexts)) as Pick<Look, 'overflow' | 'faint' | 'length'>;
}

/** What is on screen. */
export async function measured(page: Page): Promise<Omit<Look, 'mode' | 'row'>> {
  const formulas = (await page.evaluate(measureFormulas)) as Pick<Look, 'formulas' | 'tall'>;
  return { ...formulas, ...(await measuredTexts(page)) };
}

/** One record in all modes; the screen's length comes first. */
export async function lookAt(page: Page, url: string, row: number): Promise<readonly Look[]> {
  await page.goto(`${url}/s/1/r/${row}`);
  await page.locator(`.split.record[data-row="${row}"]`).waitFor();
  const looks: Look[] = [];
  for (const [mode, { media, colorScheme, width, height }] of Object.entries(modes)) {
    await page.emulateMedia({ media, colorScheme });
    await page.setViewportSize({ width, height });
    looks.push({ mode: mode as Look['mode'], row, ...(await measured(page)) });
  }
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  return looks;
}

/** What is wrong with a record's looks, in words. */
export function defectsOf(looks: readonly Look[]): string[] {
  const { row, length: screen } = looks[0]!;
  return looks.flatMap(({ mode, tall, overflow, faint, length }) => [
    ...tall.map((formula) => `record ${row}, ${mode}: too tall: ${formula}`),
    ...(overflow > 0 && mode !== 'print'
      ? [`record ${row}, ${mode}: ${overflow} px wider than the window`]
      : []),
    ...faint.map((text) => `record ${row}, ${mode}: hard to read: ${text}`),
    ...(mode === 'print' && length > 1.3 * Math.max(screen, paperHeight)
      ? [`record ${row}: ${length} px on paper for ${screen} px on the screen`]
      : []),
  ]);
}
