// Injections and critiques on request.
import type { Context, Hono } from 'hono';
import { LateBenchError } from '../../errors.ts';
import {
  criticRequestSchema,
  estimateRequestSchema,
  injectRequestSchema,
  settleRequestSchema,
} from '../api.ts';
import { estimateText } from '../workbench/estimate.ts';
import type { Workbench } from '../workbench/workbench.ts';
import { type RouteContext, sourceOf } from './context.ts';
import { valid } from './request-values.ts';

export function workbenchRoutes(app: Hono, routes: RouteContext, workbench: Workbench): void {
  /** Work is filed under the name of whoever asks for it. */
  const checked = <T extends { readonly annotator: string }>(context: Context, request: T): T => {
    if (request.annotator === routes.authors.of(context)) return request;
    const message = `annotator ${request.annotator}: you are logged in as ${routes.authors.of(context)}; reload the page`;
    throw new LateBenchError('LB_USAGE', message);
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
  app.post('/api/workbench/settle', async (context) => {
    const request = checked(context, valid(settleRequestSchema, await context.req.json(), 'decision'));
    return context.json(await workbench.settle(sourceOf(routes, context, request.source), request));
  });
  app.post('/api/workbench/critic', async (context) => {
    const request = checked(context, valid(criticRequestSchema, await context.req.json(), 'critic'));
    return context.json(await workbench.judge(sourceOf(routes, context, request.source), request));
  });
}
