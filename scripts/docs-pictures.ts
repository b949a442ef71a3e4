// Takes the pictures of README.md, from the run that it describes, and of the built documentation site:
// `npx tsx scripts/docs-pictures.ts`, or with the names of some (`readme-report site-home`). Needs Chromium, a build, and
// for the site `npm run docs`.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../test/support/chromium.ts';

const launcher = resolve('bin/latebench.js');
const images = resolve('docs/images');
const site = resolve('docs/site/dist');
const asked = process.argv.slice(2);
const wanted = (name: string): boolean => asked.length === 0 || asked.includes(name);

/** The pipe of the README, with its report. */
function judge(cwd: string): void {
  const latebench = `"${process.execPath}" "${launcher}"`;
  const lines = [
    `${latebench} inject --endpoint sim --clean-fraction 0.5 -q "${resolve('data/samples/problems.jsonl')}"`,
    `${latebench} critic --endpoint sim --votes 8 -q > judged.jsonl`,
  ];
  const report = `${latebench} report -q judged.jsonl -o report.html`;
  const { status, stderr } = spawnSync('bash', ['-e', '-c', `${lines.join(' | ')}\n${report}`], {
    cwd,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

async function addressOf(child: ChildProcess): Promise<string> {
  for await (const chunk of child.stdout!) {
    const address = /http:\S+/.exec(String(chunk))?.[0];
    if (address !== undefined) return address;
  }
  throw new Error('the dashboard did not start');
}

async function take(page: Page, name: string): Promise<void> {
  const path = join(images, `${name}.png`);
  await page.screenshot({ path });
  console.log(`${name}: ${Math.round(statSync(path).size / 1000)} kB`);
}

async function readmePictures(page: Page): Promise<void> {
  const cwd = await mkdtemp(join(tmpdir(), 'latebench-pictures-'));
  judge(cwd);
  const server = spawn(
    process.execPath,
    [launcher, 'view', 'judged.jsonl', '--annotator', 'anna', '--port', '0'],
    { cwd },
  );
  try {
    const address = await addressOf(server);
    await page.goto(address);
    await page.goto(new URL('s/1/records?label=erroneous', address).href);
    await page.locator('.records tbody tr a').first().click();
    const error = page.locator('.step.error').first();
    await error.waitFor();
    await error.evaluate((step) => step.scrollIntoView({ block: 'center' }));
    if (wanted('readme-dashboard')) await take(page, 'readme-dashboard');
    await page.goto(pathToFileURL(join(cwd, 'report.html')).href);
    if (wanted('readme-report')) await take(page, 'readme-report');
  } finally {
    server.kill();
    await rm(cwd, { recursive: true, force: true });
  }
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

async function serveSite(): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = join(site, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    if (!path.startsWith(site) || !existsSync(path)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' });
    createReadStream(path).pipe(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  };
}

async function sitePictures(page: Page): Promise<void> {
  const { url, close } = await serveSite();
  const shots: readonly (readonly [name: string, path: string])[] = [
    ['site-home', ''],
    ['site-tutorial', 'tutorial.html'],
    ['site-reference', 'errors.html'],
    ['site-search', 'how-to.html'],
    ['site-phone', 'how-to.html'],
  ];
  for (const [name, path] of shots.filter(([one]) => wanted(one))) {
    await page.setViewportSize(
      name === 'site-phone' ? { width: 390, height: 844 } : { width: 1200, height: 750 },
    );
    await page.emulateMedia({ colorScheme: name === 'site-reference' ? 'dark' : 'light' });
    await page.goto(`${url}/${path}`);
    await page.locator('.VPNav').waitFor();
    if (name === 'site-search') {
      await page.keyboard.press('Control+k');
      await page.locator('.search-input').fill('resume budget');
      await page.locator('.result').first().waitFor();
    }
    await take(page, name);
  }
  close();
}

const executablePath = chromiumPath();
if (executablePath === undefined) throw new Error('no Chromium here: apt-get install chromium');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 700 } });
  if (wanted('readme-dashboard') || wanted('readme-report')) await readmePictures(page);
  await sitePictures(page);
} finally {
  await browser.close();
}
