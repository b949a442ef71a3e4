// The list of records, one record, its neighbours in a queue, and its JSON unchanged.
import type { Hono } from 'hono';
import { blindList, blindQuery } from '../sources/blind.ts';
import { placeOf } from '../sources/judged-record.ts';
import { listPage } from '../sources/list-page.ts';
import { neighbours, recordPage } from '../sources/record-page.ts';
import type { Workbench } from '../workbench/workbench.ts';
import { annotatorOf, blindFor, queryOf, type RouteContext, sourceOf } from './context.ts';
import { wholeOf } from './request-values.ts';

const maxPerPage = 200;
const maxOffset = 1e9;

export function recordRoutes(app: Hono, routes: RouteContext, workbench: Workbench): void {
  app.get('/api/sources/:source/records', async (context) => {
    const source = sourceOf(routes, context);
    // Beyond the end where the file, or what passes the filter, has become shorter: an empty page with the numbers.
    const offset = wholeOf(context.req.query('offset'), 'offset', maxOffset, 0);
    const limit = Math.min(maxPerPage, wholeOf(context.req.query('limit'), 'limit', 10_000, 50));
    const blind = blindFor(routes, context);
    const asked = queryOf(context);
    const query = blind === null ? asked : blindQuery(asked);
    const page = await listPage(source, query, { offset, limit, annotator: blind ?? annotatorOf(context) });
    return context.json(blind === null ? page : blindList(page, asked));
  });

  /** Where a record is by now, for a page whose file was replaced; null where it is not there any more. */
  app.get('/api/sources/:source/place', async (context) => {
    const found = await placeOf(sourceOf(routes, context), context.req.query('id') ?? '');
    return context.json({ row: found?.row ?? null });
  });

  app.get('/api/sources/:source/records/:row', async (context) => {
    const source = sourceOf(routes, context);
    const row = wholeOf(context.req.param('row'), 'row', Math.max(0, source.table.rows - 1));
    const page = await recordPage(source, row, blindFor(routes, context));
    const tried = await workbench.about(source, page.hidden ? null : page.record);
    return context.json({ ...page, ...tried });
  });

  app.get('/api/sources/:source/records/:row/neighbours', async (context) => {
    const source = sourceOf(routes, context);
    const row = wholeOf(context.req.param('row'), 'row', Math.max(0, source.table.rows - 1));
    const blind = blindFor(routes, context);
    const query = blind === null ? queryOf(context) : blindQuery(queryOf(context));
    return context.json(await neighbours(source, query, row, blind ?? annotatorOf(context)));
  });

  app.get('/api/sources/:source/records/:row/raw', async (context) => {
    const source = sourceOf(routes, context);
    const row = wholeOf(context.req.param('row'), 'row', Math.max(0, source.table.rows - 1));
    const { hidden } = await recordPage(source, row, blindFor(routes, context));
    if (hidden) return context.json({ error: 'judge the record first: everybody judges blind here' }, 403);
    const [entry] = await source.table.read([row], 'whole');
    const text =
      entry === undefined ? '' : 'row' in entry ? JSON.stringify(entry.row, null, 2) : entry.broken.raw;
    return context.text(text);
  });
}
