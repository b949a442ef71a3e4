// The list of records, one record, its neighbours in a queue, and its JSON unchanged.
import type { Hono } from 'hono';
import { listPage } from '../sources/list-page.ts';
import { neighbours, recordPage } from '../sources/record-page.ts';
import type { Workbench } from '../workbench/workbench.ts';
import { annotatorOf, queryOf, type RouteContext, sourceOf, wholeOf } from './context.ts';

const maxPerPage = 200;

export function recordRoutes(app: Hono, routes: RouteContext, workbench: Workbench): void {
  app.get('/api/sources/:source/records', async (context) => {
    const source = sourceOf(routes, context);
    const offset = wholeOf(context.req.query('offset'), 'offset', source.table.rows, 0);
    const limit = Math.min(maxPerPage, wholeOf(context.req.query('limit'), 'limit', 10_000, 50));
    return context.json(
      await listPage(source, queryOf(context), { offset, limit, annotator: annotatorOf(context) }),
    );
  });

  app.get('/api/sources/:source/records/:row', async (context) => {
    const source = sourceOf(routes, context);
    const row = wholeOf(context.req.param('row'), 'row', Math.max(0, source.table.rows - 1));
    const page = await recordPage(source, row);
    return context.json({ ...page, ...(await workbench.about(source, page.record)) });
  });

  app.get('/api/sources/:source/records/:row/neighbours', async (context) => {
    const source = sourceOf(routes, context);
    const row = wholeOf(context.req.param('row'), 'row', Math.max(0, source.table.rows - 1));
    return context.json(await neighbours(source, queryOf(context), row, annotatorOf(context)));
  });

  app.get('/api/sources/:source/records/:row/raw', async (context) => {
    const source = sourceOf(routes, context);
    const row = wholeOf(context.req.param('row'), 'row', Math.max(0, source.table.rows - 1));
    const [entry] = await source.table.read([row], 'whole');
    const text =
      entry === undefined ? '' : 'row' in entry ? JSON.stringify(entry.row, null, 2) : entry.broken.raw;
    return context.text(text);
  });
}
