// What is done with all records of a filter at once: a critic asked, errors injected, the records as JSONL.
import type { Context, Hono } from 'hono';
import { stream } from 'hono/streaming';
import { LateBenchError } from '../../errors.ts';
import { type BulkRequest, bulkRequestSchema } from '../api.ts';
import { parseQuery } from '../query-string.ts';
import { blindQuery } from '../sources/blind.ts';
import { selection } from '../sources/selection.ts';
import type { Source } from '../sources/source.ts';
import { createBulkJobs } from '../workbench/bulk.ts';
import { estimateText } from '../workbench/estimate.ts';
import type { Workbench } from '../workbench/workbench.ts';
import { blindFor, hiddenRows, type RouteContext, sourceOf } from './context.ts';
import { valid } from './request-values.ts';
import { checkAuthor } from './workbench.ts';

const rowsAtOnce = 100;
const noneJudged =
  'everybody judges blind here: this is done with records that you have judged, and there is none';
const runningSchema = bulkRequestSchema.pick({ source: true, action: true });

/** The records that a filter chooses for whoever asks. */
async function chosenRows(
  routes: RouteContext,
  context: Context,
  source: Source,
  text: string,
): Promise<readonly number[]> {
  const query = parseQuery(new URLSearchParams(text));
  const blind = blindFor(routes, context);
  const author = routes.authors.of(context);
  await source.ready('fields');
  const { rows } = await selection(source, blind === null ? query : blindQuery(query), author);
  const isHidden = await hiddenRows(routes, context, source);
  const told = [...rows].filter((row) => !isHidden(row));
  if (told.length > 0 || rows.length === 0) return told;
  throw new LateBenchError('LB_USAGE', noneJudged);
}

export function bulkRoutes(app: Hono, routes: RouteContext, workbench: Workbench): void {
  const jobs = createBulkJobs(workbench);
  const requested = async (
    context: Context,
  ): Promise<{ request: BulkRequest; source: Source; rows: readonly number[] }> => {
    const request = valid(bulkRequestSchema, await context.req.json(), 'bulk action');
    checkAuthor(routes, context, request);
    const source = sourceOf(routes, context, request.source);
    return { request, source, rows: await chosenRows(routes, context, source, request.query) };
  };

  app.post('/api/workbench/bulk/estimate', async (context) => {
    const { request, source, rows } = await requested(context);
    const estimate = await jobs.estimate(source, request, rows);
    return context.json({ estimate, records: rows.length, text: estimateText(estimate, rows.length) });
  });
  app.post('/api/workbench/bulk', async (context) => {
    const { request, source, rows } = await requested(context);
    return context.json(jobs.start(source, request, rows));
  });
  app.post('/api/workbench/bulk/:job/stop', (context) => context.json(jobs.stop(context.req.param('job'))));
  app.get('/api/workbench/bulk', (context) => {
    const { source, action } = valid(runningSchema, context.req.query(), 'bulk action');
    return context.json({ job: jobs.running(source, action) });
  });
  app.get('/api/workbench/bulk/:job', (context) => context.json(jobs.state(context.req.param('job'))));

  app.get('/api/sources/:source/records.jsonl', async (context) => {
    if (blindFor(routes, context) !== null) {
      return context.json(
        { error: 'everybody judges blind here: records are exported by the command line' },
        403,
      );
    }
    const source = sourceOf(routes, context);
    const rows = await chosenRows(routes, context, source, new URL(context.req.url).search);
    context.header('content-type', 'application/x-ndjson; charset=utf-8');
    context.header('content-disposition', 'attachment; filename="records.jsonl"');
    return stream(context, async (out) => {
      for (let at = 0; at < rows.length && !out.aborted; at += rowsAtOnce) {
        const entries = await source.table.read(rows.slice(at, at + rowsAtOnce), 'whole');
        const lines = entries.flatMap((entry) => ('row' in entry ? [`${JSON.stringify(entry.row)}\n`] : []));
        await out.write(lines.join(''));
      }
    });
  });
}
