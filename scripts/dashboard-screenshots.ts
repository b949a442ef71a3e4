// Takes the pictures of docs/dashboard.md and docs/deepconf.md: `npx tsx scripts/dashboard-screenshots.ts`, or with the
// names of some (`pool stopping`). Runs, judgements and the pool are made on the spot, with the simulated endpoint. Needs
// Chromium and a build.
import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { drawnProblem, goldenPoolSize } from '../test/deepconf/golden-pool.ts';
import { writePool } from '../test/deepconf/write-pool.ts';
import { chromiumPath } from '../test/support/chromium.ts';

const launcher = resolve('bin/latebench.js');
const images = resolve('docs/images');

function latebench(cwd: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [launcher, ...args], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`latebench ${args.join(' ')}: ${stderr}`);
}

async function prepare(cwd: string): Promise<void> {
  latebench(cwd, 'run', 'quickstart', '--run', 'runs/quickstart', '-q');
  const other = ['--set', 'critic.votes=2', '--set', 'critic.protocol=all_errors'];
  latebench(cwd, 'run', 'quickstart', ...other, '--run', 'runs/all-errors', '-q');
  const bad = (line: number, code: string, message: string, raw: string): string =>
    JSON.stringify({ source: 'problems.jsonl', line, stage: 'critic', code, message, raw });
  await writeFile(
    join(cwd, 'runs/quickstart/quarantine.jsonl'),
    `${bad(12, 'LB_SCHEMA', 'steps: is empty', '{"id":"a","problem":"…","steps":[]}')}\n${bad(40, 'LB_JSON', 'line is not JSON', '{"id": "b", "problem": ')}\n`,
  );
  const problems = Array.from({ length: 12 }, (_, position) => {
    const { truth, traces } = drawnProblem(position);
    const made = traces.map(({ answer, ...trace }) => ({
      ...trace,
      answer: answer === null ? null : String(answer),
    }));
    return { problem_id: `problem-${position + 1}`, truth: String(truth), traces: made };
  });
  await writePool(join(cwd, 'pool'), {
    k: goldenPoolSize.k,
    problems,
    scores: { window: 64, tail: 64 },
    simulated: true,
  });
}

async function judge(page: Page, origin: string): Promise<void> {
  const post = async (path: string, data: object): Promise<Record<string, unknown>> => {
    const headers = { origin, 'x-latebench': '1' };
    const response = await page.request.post(`${origin}${path}`, { headers, data });
    if (!response.ok()) throw new Error(await response.text());
    return (await response.json()) as Record<string, unknown>;
  };
  const reported = [
    ['anna', ['yes', 'no', 'yes', 'maybe', 'yes']],
    ['ben', ['yes', 'yes', 'yes', 'no', 'yes']],
  ] as const;
  for (const [name, decisions] of reported) {
    const { ticket } = await post('/api/login', { name });
    for (const [row, decision] of decisions.entries()) {
      const said = { kind: 'decision', decision, first_error: -1, seconds: 12 + row };
      await post('/api/annotations', { source: '1', row, ticket, ...said });
    }
  }
  await post('/api/logout', {});
}

const shots: readonly (readonly [name: string, path: string, ready: string, theme?: string])[] = [
  ['records', 's/1/records', '.records tbody tr'],
  ['record', 's/1/r/5', '.step.error'],
  ['record-dark', 's/1/r/5', '.step.error', 'dark'],
  ['queue', 's/1/queue/7', '.progress'],
  ['slices', 's/1/slices', '.slices'],
  ['compare', 's/1/compare', '.pair'],
  ['pool', 'p/1?k=64&eta=0.1', '.frontier'],
  ['stopping', 'p/1?k=64&keep=0.3', '.stopping .plot svg'],
  ['trace', 'p/1/3?trace=5', '.plot polyline'],
  ['monitor', 's/1/monitor', '.figures'],
  ['agreement', 's/1/agreement', '.disputes'],
  ['quarantine', 's/1/quarantine', '.group'],
  ['overview', 's/1/overview', '.charts svg'],
];

/** What is further down its page than a picture shows. */
const scrolled = new Set(['.step.error', '.stopping .plot svg']);
const only = process.argv.slice(2);

const executablePath = chromiumPath();
if (executablePath === undefined) throw new Error('no Chromium here: apt-get install chromium');
const cwd = await mkdtemp(join(tmpdir(), 'latebench-pictures-'));
await prepare(cwd);
const paths = ['runs/quickstart', 'runs/all-errors', 'pool'];
const args = [launcher, 'view', ...paths, '--endpoint', 'sim', '--port', '0', '--annotator', 'anna', '-q'];
const server = spawn(process.execPath, args, { cwd });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const entry = await new Promise<string>((found) => {
    server.stdout.once('data', (chunk: Buffer) => found(chunk.toString().trim()));
  });
  await mkdir(images, { recursive: true });
  const page = await browser.newPage({ viewport: { width: 1120, height: 700 } });
  // With its token: the browser has a cookie from here on.
  await page.goto(entry);
  const { origin } = new URL(entry);
  await judge(page, origin);
  for (const [name, path, ready, theme = 'light'] of shots) {
    if (only.length > 0 && !only.includes(name)) continue;
    await page.evaluate(`localStorage.setItem('latebench.theme', '${theme}')`);
    await page.goto(`${origin}/${path}`);
    await page.locator(ready).first().waitFor();
    // Facets and fonts arrive after the rest.
    await page.waitForTimeout(1200);
    if (scrolled.has(ready)) await page.locator(ready).scrollIntoViewIfNeeded();
    await page.screenshot({ path: join(images, `dashboard-${name}.png`) });
  }
} finally {
  await browser.close();
  server.kill();
  await rm(cwd, { recursive: true, force: true });
}
