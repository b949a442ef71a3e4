// The setting of the tests of the pages: two runs and a pool made by the commands, a server over them, one browser, and
// axe-core to look for barriers. What a person does there stands in the tests.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { simulatedModels } from '../../src/config/endpoint-config.ts';
import { startDashboard } from '../../src/dashboard/server.ts';
import type { EndpointAccess } from '../../src/dashboard/workbench/access.ts';
import { openWorkspace } from '../../src/dashboard/workspace.ts';
import { openEndpoints } from '../../src/executor/open-endpoint.ts';
import { drawnProblem, goldenPoolSize } from '../deepconf/golden-pool.ts';
import { writePool } from '../deepconf/write-pool.ts';
import { openBrowser } from '../support/browser.ts';
import { maxWaitMs } from '../support/chromium.ts';
import { runInTurn } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

function simulation(folder: string): { access: EndpointAccess; close: () => Promise<void> } {
  const endpoints = openEndpoints({
    journalFolder: join(folder, 'journal'),
    cacheFolder: join(folder, 'cache'),
    cacheMode: 'off',
    offline: false,
    say: () => {},
  });
  const common = { baseUrl: 'sim', apiKey: undefined, concurrency: 4, rpm: undefined, maxRetries: 0 };
  return {
    access: {
      facts: (['inject', 'critic'] as const).map((role) => ({
        role,
        model: simulatedModels[role],
        simulated: true,
      })),
      chat: (role) => endpoints.open({ ...common, role, model: simulatedModels[role] }),
      usd: () => 0,
    },
    close: () => endpoints.close(),
  };
}

/** Two runs and a pool. */
async function makeRuns(cwd: string): Promise<void> {
  const steps: readonly string[] = [
    'ingest --adapter synthetic --n 40 --seed 3 -q -o problems.jsonl',
    'inject --endpoint sim --clean-fraction 0.5 -q problems.jsonl -o injected.jsonl',
    ...Object.entries({ first: 1, second: 3 }).map(
      ([name, votes]) =>
        `critic --endpoint sim --votes ${votes} -q injected.jsonl -o runs/${name}/records.parquet --run runs/${name}`,
    ),
  ];
  for (const name of ['first', 'second']) await mkdir(join(cwd, 'runs', name), { recursive: true });
  const outcomes = await runInTurn(
    steps.map((words) => ({ args: words.split(' ') })),
    { cwd },
  );
  for (const { code, stderr } of outcomes) assert.equal(code, 0, stderr);
  const bad = {
    source: 'x.jsonl',
    line: 3,
    stage: 'critic',
    code: 'LB_SCHEMA',
    message: 'steps: is empty',
    raw: '{"id":"x"}',
  };
  await writeFile(join(cwd, 'runs', 'first', 'quarantine.jsonl'), `${JSON.stringify(bad)}\n`);
  const problems = Array.from({ length: 5 }, (_, position) => {
    const { truth, traces } = drawnProblem(position);
    const made = traces
      .slice(0, 48)
      .map(({ answer, ...trace }) => ({ ...trace, answer: answer === null ? null : String(answer) }));
    return { problem_id: `p${position}`, truth: String(truth), traces: made };
  });
  await writePool(join(cwd, 'pool'), { k: goldenPoolSize.k, problems, scores: { window: 64, tail: 64 } });
}

/** The folder that `makeRuns` filled for the tests of this process: each has a copy of it. */
let made: Promise<string> | undefined;

after(async () => {
  if (made !== undefined) await rm(await made, { recursive: true, force: true });
});

async function makeOnce(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latebench-test-'));
  await makeRuns(folder);
  return folder;
}

export interface OpenedPages {
  readonly page: Page;
  readonly url: string;
  readonly cwd: string;
  /** Errors of the pages and breaches of their policy, as they come. */
  readonly faults: readonly string[];
}

/** Over what is opened: a server, and one page of a browser; undefined, and the test skipped aloud, without a browser. */
export async function servePages(
  t: TestContext,
  open: (cwd: string) => Promise<readonly string[]>,
): Promise<OpenedPages | undefined> {
  const browser = await openBrowser(t);
  if (browser === undefined) return undefined;
  const cwd = await temporaryFolder(t);
  const paths = await open(cwd);
  const workspace = await openWorkspace(paths, { annotations: join(cwd, 'annotations'), say: () => {} });
  t.after(() => workspace.close());
  const { access, close } = simulation(cwd);
  t.after(close);
  const server = await startDashboard({
    workspace,
    endpoints: access,
    annotator: 'anna',
    readOnly: false,
    port: 0,
  });
  t.after(() => server.close());
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(maxWaitMs);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return { page, url: server.url, cwd, faults };
}

/** Two runs and a pool, as sources 1 and 2 and pool 1; records by the names of their files follow as sources 3, 4, … */
export function openPages(
  t: TestContext,
  more: Readonly<Record<string, object>> = {},
): Promise<OpenedPages | undefined> {
  return servePages(t, async (cwd) => {
    made ??= makeOnce();
    await cp(await made, cwd, { recursive: true });
    for (const [name, record] of Object.entries(more))
      await writeFile(join(cwd, name), `${JSON.stringify(record)}\n`);
    return ['runs/first', 'runs/second', 'pool', ...Object.keys(more)].map((name) => join(cwd, name));
  });
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

const guidelines = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] } as const;
/** What colours alone decide: enough for a page that was checked in other colours already. */
export const contrastOnly = { type: 'rule', values: ['color-contrast'] } as const;

/** No barrier that axe-core knows of, by WCAG 2.1 A and AA. */
export async function checkAccess(
  page: Page,
  what: string,
  runOnly: typeof guidelines | typeof contrastOnly = guidelines,
): Promise<void> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe);
  const violations = (await page.evaluate(
    `(async () => (await axe.run(document, { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] })).violations)()`,
  )) as Violation[];
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
  assert.deepEqual(told, [], `${what} has barriers`);
}
