// Opens the dashboard on files made for a test, with or without a port, and asks it as its own pages would.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Hono } from 'hono';
import { createApp, type DashboardOptions } from '../../src/dashboard/app.ts';
import type { EndpointAccess } from '../../src/dashboard/workbench/access.ts';
import { openWorkspace } from '../../src/dashboard/workspace.ts';
import { LateBenchError } from '../../src/errors.ts';
import { temporaryFolder } from '../support/temporary.ts';

export const noEndpoints: EndpointAccess = {
  facts: [],
  chat: () => Promise.reject(new LateBenchError('LB_ENDPOINT_CONFIG', 'no endpoint is configured')),
  usd: () => null,
};

export const jsonl = (rows: readonly object[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

export interface Opened {
  readonly app: Hono;
  readonly folder: string;
  get(path: string): Promise<Response>;
  post(path: string, body: unknown, cookie?: string): Promise<Response>;
  json<T>(path: string): Promise<T>;
}

/** `files`: contents by name; they are opened in this order, as sources 1, 2, … */
export async function openApp(
  t: TestContext,
  files: Readonly<Record<string, string>>,
  options: Partial<DashboardOptions> = {},
): Promise<Opened> {
  const folder = await temporaryFolder(t);
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const paths = Object.keys(files).map((name) => join(folder, name));
  const workspace = await openWorkspace(paths, { annotations: join(folder, 'annotations'), say: () => {} });
  t.after(() => workspace.close());
  const guard = { hosts: new Set(['127.0.0.1', 'localhost']), anyAddress: false, token: null, port: 8377 };
  const base = { workspace, guard, endpoints: noEndpoints, annotator: 'anna', readOnly: false };
  const app = createApp({ ...base, ...options });
  const host = 'localhost:8377';
  const get = async (path: string): Promise<Response> =>
    app.request(`http://${host}${path}`, { headers: { host } });
  return {
    app,
    folder,
    get,
    post: async (path, body, cookie) =>
      app.request(`http://${host}${path}`, {
        method: 'POST',
        headers: {
          host,
          origin: `http://${host}`,
          'x-latebench': '1',
          'content-type': 'application/json',
          ...(cookie !== undefined && { cookie }),
        },
        body: JSON.stringify(body),
      }),
    json: async <T>(path: string) => (await (await get(path)).json()) as T,
  };
}

/** A small record; erroneous where `error` is given. */
export function record(id: string, error: number | null = null, more: object = {}): Record<string, unknown> {
  return {
    id,
    dataset: 'made',
    problem: `What is $${id.length}+1$?`,
    steps: ['Begin with $a=1$.', 'Then $b=2$.', 'So $a+b=4$.', 'Hence $4$.'],
    error_steps: error === null ? [] : [error],
    error_source: error === null ? null : 'natural',
    ...more,
  };
}
