// Learning mode: exercises, hints and answers. Everything else that tells of records is closed then, because it would
// show the solutions.
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { answerRequestSchema } from '../api-teach.ts';
import { answerExercise, exercisePage, hintPage, type Learner, progressPage } from '../teach/exercises.ts';
import { learnerFile } from '../teach/learner-file.ts';
import { type RouteContext, sourceOf } from './context.ts';
import { valid, wholeOf } from './request-values.ts';

const maxPlace = 1e9;

/** Lets through what gives no solution away. */
export function onlyExercises(): MiddlewareHandler {
  return async (context, next) => {
    const { path } = context.req;
    if (path === '/api/session' || /^\/api\/sources\/[^/]+\/exercises(\/|$)/.test(path)) await next();
    else return context.json({ error: 'opened for learning (--teach): only exercises can be seen' }, 403);
    return undefined;
  };
}

export function teachRoutes(app: Hono, routes: RouteContext): void {
  const learnerOf = (context: Context): Learner =>
    learnerFile(sourceOf(routes, context), routes.authors.of(context));
  const placeOf = (context: Context): number => wholeOf(context.req.param('place'), 'exercise', maxPlace);

  app.get('/api/sources/:source/exercises', async (context) =>
    context.json(await progressPage(sourceOf(routes, context), learnerOf(context))),
  );
  app.get('/api/sources/:source/exercises/:place', async (context) =>
    context.json(await exercisePage(sourceOf(routes, context), placeOf(context), learnerOf(context))),
  );
  app.get('/api/sources/:source/exercises/:place/hints/:level', async (context) => {
    const level = wholeOf(context.req.param('level'), 'hint', 100);
    return context.json(await hintPage(sourceOf(routes, context), placeOf(context), level));
  });
  app.post('/api/sources/:source/exercises/start-over', async (context) => {
    await learnerOf(context).startOver();
    return context.json({});
  });
  app.post('/api/sources/:source/exercises/:place/answer', async (context) => {
    const request = valid(answerRequestSchema, await context.req.json(), 'answer');
    const [source, place, learner] = [sourceOf(routes, context), placeOf(context), learnerOf(context)];
    return context.json(await answerExercise(source, place, request, learner, routes.now()));
  });
}
