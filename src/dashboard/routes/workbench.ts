// Injections and critiques on request.
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { LateBenchError } from '../../errors.ts';
import {
  criticRequestSchema,
  estimateRequestSchema,
  injectRequestSchema,
  settleRequestSchema,
  writeRequestSchema,
} from '../api.ts';
import { estimateText } from '../workbench/estimate.ts';
import type { Workbench } from '../workbench/workbench.ts';
import { blindFor, hiddenRows, type RouteContext, sourceOf } from './context.ts';
import { valid, wholeOf } from './request-values.ts';

const placeSchema = z.object({ source: z.string().max(200), row: z.coerce.number().int().nonnegative() });

/** Work is filed under the name of whoever asks for it: throws LB_USAGE for another one. */
export function checkAuthor(
  { authors }: RouteContext,
  context: Context,
  { annotator }: { readonly annotator: string },
): void {
  const author = authors.of(context);
  if (annotator === author) return;
  throw new LateBenchError(
    'LB_USAGE',
    `annotator ${annotator}: you are logged in as ${author}; reload the page`,
  );
}

/** What suggests where the error of a record is: its original steps, what a critic says, whether it takes an injection. */
function seenFirst(routes: RouteContext): MiddlewareHandler {
  return async (context, next) => {
    if (blindFor(routes, context) === null) return next();
    const given = context.req.method === 'GET' ? context.req.query() : await context.req.json();
    const { source: id, row } = valid(placeSchema, given, 'record');
    const source = sourceOf(routes, context, id);
    const isHidden = await hiddenRows(routes, context, source);
    if (!isHidden(row)) return next();
    return context.json({ error: 'judge the record first: everybody judges blind here' }, 403);
  };
}

export function workbenchRoutes(app: Hono, routes: RouteContext, workbench: Workbench): void {
  for (const action of ['estimate', 'inject', 'solution', 'write', 'critic']) {
    app.use(`/api/workbench/${action}`, seenFirst(routes));
  }
  const checked = <T extends { readonly annotator: string }>(context: Context, request: T): T => {
    checkAuthor(routes, context, request);
    return request;
  };
  app.post('/api/workbench/estimate', async (context) => {
    const request = valid(estimateRequestSchema, await context.req.json(), 'estimate');
    const estimate = await workbench.estimate(sourceOf(routes, context, request.source), request);
    return context.json({ estimate, text: estimateText(estimate) });
  });
  app.post('/api/workbench/inject', async (context) => {
    const request = checked(context, valid(injectRequestSchema, await context.req.json(), 'injection'));
    return context.json(await workbench.inject(sourceOf(routes, context, request.source), request));
  });
  app.get('/api/workbench/solution', async (context) => {
    const source = sourceOf(routes, context, context.req.query('source'));
    const row = wholeOf(context.req.query('row'), 'row', Math.max(0, source.table.rows - 1));
    const record_hash = context.req.query('record_hash');
    return context.json(await workbench.solution(source, { row, record_hash }));
  });
  app.post('/api/workbench/write', async (context) => {
    const request = checked(context, valid(writeRequestSchema, await context.req.json(), 'injection'));
    return context.json(await workbench.write(sourceOf(routes, context, request.source), request));
  });
  app.post('/api/workbench/settle', async (context) => {
    const request = checked(context, valid(settleRequestSchema, await context.req.json(), 'decision'));
    return context.json(await workbench.settle(sourceOf(routes, context, request.source), request));
  });
  app.post('/api/workbench/critic', async (context) => {
    const request = checked(context, valid(criticRequestSchema, await context.req.json(), 'critic'));
    return context.json(await workbench.judge(sourceOf(routes, context, request.source), request));
  });
}
