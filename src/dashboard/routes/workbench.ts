// Injections and critiques on request.
import type { Hono } from 'hono';
import { criticRequestSchema, injectRequestSchema, settleRequestSchema } from '../api.ts';
import type { Workbench } from '../workbench/workbench.ts';
import { type RouteContext, sourceOf, valid } from './context.ts';

export function workbenchRoutes(app: Hono, routes: RouteContext, workbench: Workbench): void {
  app.post('/api/workbench/inject', async (context) => {
    const request = valid(injectRequestSchema, await context.req.json(), 'injection');
    return context.json(await workbench.inject(sourceOf(routes, context, request.source), request));
  });
  app.post('/api/workbench/settle', async (context) => {
    const request = valid(settleRequestSchema, await context.req.json(), 'decision');
    return context.json(await workbench.settle(sourceOf(routes, context, request.source), request));
  });
  app.post('/api/workbench/critic', async (context) => {
    const request = valid(criticRequestSchema, await context.req.json(), 'critic');
    return context.json(await workbench.judge(sourceOf(routes, context, request.source), request));
  });
}
