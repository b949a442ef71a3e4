// The first page, and the reports of runs: files by their place in a list, never by a path of the request.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { homePage } from '../home/home-page.ts';
import { reportsOf } from '../run-files.ts';
import { blindFor, type RouteContext, sourceOf } from './context.ts';
import { wholeOf } from './request-values.ts';

/** A report has its styles in it and no scripts; a page that somebody put in its place can do nothing either. */
const reportPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

export function homeRoutes(app: Hono, routes: RouteContext): void {
  app.get('/api/home', async (context) => {
    const page = await homePage(routes.workspace);
    if (blindFor(routes, context) === null) return context.json(page);
    return context.json({ ...page, sources: page.sources.map((source) => ({ ...source, reports: [] })) });
  });

  app.get('/report/:source/:report', async (context) => {
    if (blindFor(routes, context) !== null) {
      return context.text(
        'everybody judges blind here, and reports show labels: open them in the run folder',
        403,
      );
    }
    const { folder } = sourceOf(routes, context);
    const reports = folder === null ? [] : reportsOf(folder);
    const report = reports[wholeOf(context.req.param('report'), 'report', 1000)];
    if (folder === null || report === undefined) return context.text('there is no such report', 404);
    context.header('content-security-policy', reportPolicy);
    return context.html(await readFile(join(folder, report), 'utf8'));
  });
}
