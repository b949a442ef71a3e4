// The first page, and the reports of runs: files by their place in a list, never by a path of the request.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { homePage } from '../home/home-page.ts';
import { reportsOf } from '../run-files.ts';
import { type RouteContext, sourceOf } from './context.ts';
import { wholeOf } from './request-values.ts';

/** A report has its styles in it and no scripts; a page that somebody put in its place can do nothing either. */
const reportPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

export function homeRoutes(app: Hono, routes: RouteContext): void {
  app.get('/api/home', async (context) => context.json(await homePage(routes.workspace)));

  app.get('/report/:source/:report', async (context) => {
    const { folder } = sourceOf(routes, context);
    const reports = folder === null ? [] : reportsOf(folder);
    const report = reports[wholeOf(context.req.param('report'), 'report', 1000)];
    if (folder === null || report === undefined) return context.text('there is no such report', 404);
    context.header('content-security-policy', reportPolicy);
    return context.html(await readFile(join(folder, report), 'utf8'));
  });
}
