// A folder in which the commands of a page run as a reader types them on a fresh clone, without a network: the samples and
// the package are there, `latebench` and `npx latebench` are this build, the models and the hub that pages name are served
// on loopback.
import { spawn } from 'node:child_process';
import { chmod, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { environment, node, repository } from '../support/cli.ts';
import { startLoopbackHub } from '../support/loopback-hub.ts';
import { serveModels } from '../support/served-models.ts';

export interface PageFolder {
  readonly path: string;
  /** What one block prints on both outputs, in order, and how it ends. */
  run(code: string, options?: { readonly serves?: boolean }): Promise<{ code: number | null; text: string }>;
}

/** Servers that pages name: their own machine's vLLM, and OpenAI. */
const endpoints = ['http://localhost:8000/v1', 'https://api.openai.com/v1'];
const models = ['Qwen/Qwen2.5-7B-Instruct', 'Qwen/Qwen3-8B', 'gpt-4o', 'gpt-4o-mini', 'late-critic'];
models.push('Qwen2.5-Math-PRM-7B', 'text-embedding-3-small');
/** A block that has not ended by then never will. */
const longestMs = 120_000;
/** Dashboards of pages have one port; those of two pages wait for each other. */
let serving: Promise<unknown> = Promise.resolve();

async function writeScript(path: string, lines: readonly string[]): Promise<void> {
  await writeFile(path, `${['#!/bin/sh', ...lines].join('\n')}\n`);
  await chmod(path, 0o755);
}

interface SampleRow {
  readonly problem: string;
  readonly steps: readonly string[];
  readonly error_steps: readonly number[] | null;
}

/** The samples as rows of ProcessBench, which pages read from the hub or from copies of its files. */
async function processbenchRows(): Promise<string> {
  const text = await readFile(join(repository, 'data', 'samples', 'late-errors-test.jsonl'), 'utf8');
  const rows = text
    .trim()
    .split('\n')
    .map((line, at) => {
      const { problem, steps, error_steps: wrong } = JSON.parse(line) as SampleRow;
      const label = wrong?.[0] ?? -1;
      return {
        id: `row-${at}`,
        generator: 'sample',
        problem,
        steps,
        final_answer_correct: label === -1,
        label,
      };
    });
  return JSON.stringify(rows);
}

/** `npx latebench` takes half a second to find what it runs; these are what it finds, with the flags of the tests' node. */
async function writeLaunchers(folder: string): Promise<void> {
  const { bin } = (await import('../../package.json', { with: { type: 'json' } })).default;
  await mkdir(folder, { recursive: true });
  for (const [name, path] of Object.entries(bin))
    await writeScript(join(folder, name), [`exec ${node} "${join(repository, path)}" "$@"`]);
  await writeScript(join(folder, 'node'), [`exec ${node} "$@"`]);
  await writeScript(join(folder, 'npx'), ['name="$1"', 'shift', `exec "${folder}/$name" "$@"`]);
}

/** @param path An empty folder. */
export async function openPageFolder(t: Pick<TestContext, 'after'>, path: string): Promise<PageFolder> {
  const [hub, served] = await Promise.all([startLoopbackHub(t), serveModels(t, models)]);
  const rows = await processbenchRows();
  const subsets = ['gsm8k.json', 'math.json', 'olympiadbench.json', 'omnimath.json'];
  hub.put('Qwen/ProcessBench', Object.fromEntries(subsets.map((name) => [name, rows])));
  await mkdir(join(path, 'copies'), { recursive: true });
  for (const name of subsets) {
    await writeFile(join(path, name), rows);
    await writeFile(join(path, 'copies', name), rows);
  }
  const shims = join(path, '.shims');
  await writeLaunchers(shims);
  await cp(join(repository, 'data', 'samples'), join(path, 'data', 'samples'), { recursive: true });
  for (const name of ['latebench', 'zod', '@types/node']) {
    const link = join(path, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(name === 'latebench' ? repository : join(repository, 'node_modules', name), link);
  }
  await writeFile(join(path, 'package.json'), '{"type":"module"}\n');
  const env = {
    ...environment(path, {}),
    PATH: [shims, process.env.PATH].join(delimiter),
    HF_ENDPOINT: hub.url,
    HF_TOKEN: hub.token,
    OPENAI_BASE_URL: served,
    OPENAI_API_KEY: 'sk-of-the-page',
    NO_COLOR: '1',
  };
  const runNow = (code: string, serves: boolean): Promise<{ code: number | null; text: string }> => {
    const typed = endpoints.reduce((text, url) => text.replaceAll(url, served), code);
    // A group, so that Ctrl-C reaches the command and not the shell alone.
    const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', `exec 2>&1\n${typed}`], {
      cwd: path,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const stop = (signal: NodeJS.Signals): void => {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, signal);
    };
    const timer = setTimeout(() => stop('SIGKILL'), longestMs);
    let text = '';
    let stopped = false;
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (!serves || stopped || !/https?:\/\/127\.0\.0\.1:\d+/.test(text)) return;
      stopped = true;
      stop('SIGINT');
    });
    return new Promise((done, fail) => {
      child.on('error', fail);
      child.on('close', (exit) => {
        clearTimeout(timer);
        done({
          code: stopped && (exit === 130 || exit === null) ? 0 : exit,
          text: text.replaceAll(served, endpoints[0]!),
        });
      });
    });
  };
  const run: PageFolder['run'] = (code, { serves = false } = {}) => {
    if (!serves) return runNow(code, false);
    const turn = serving.then(() => runNow(code, true));
    serving = turn.catch(() => undefined);
    return turn;
  };
  return { path, run };
}
