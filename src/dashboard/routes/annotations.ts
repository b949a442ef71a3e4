// Judgements: reading them, adding one, taking the last one back, and all of them as JSONL.
import type { Hono } from 'hono';
import { LateBenchError } from '../../errors.ts';
import type { Annotation } from '../../records/annotation.ts';
import { recordHash } from '../../records/record-hash.ts';
import { judgementSchema } from '../api.ts';
import { readRecord } from '../sources/record-page.ts';
import { annotatorOf, type RouteContext, sourceOf, valid } from './context.ts';

export function annotationRoutes(app: Hono, routes: RouteContext): void {
  app.post('/api/annotations', async (context) => {
    const { source: id, row, ...judgement } = valid(judgementSchema, await context.req.json(), 'judgement');
    const source = sourceOf(routes, context, id);
    const found = await readRecord(source, row);
    if ('reason' in found)
      throw new LateBenchError('LB_SCHEMA', `row ${row} cannot be judged: ${found.reason}`);
    const { record } = found;
    const beyond = [judgement.first_error, judgement.target_step, ...(judgement.propagated_steps ?? [])].find(
      (step) => step != null && step >= record.steps.length,
    );
    if (beyond !== undefined) {
      throw new LateBenchError(
        'LB_USAGE',
        `step ${beyond} (from 0): the solution has ${record.steps.length}`,
      );
    }
    const annotation: Annotation = {
      record_id: record.id,
      record_hash: recordHash(record),
      ...judgement,
      at: routes.now().toISOString(),
    };
    await source.notes.add(annotation);
    return context.json({ annotation });
  });

  app.post('/api/annotations/undo', async (context) => {
    const { source: id, annotator } = valid(
      judgementSchema.pick({ source: true, annotator: true }),
      await context.req.json(),
      'undo',
    );
    const source = sourceOf(routes, context, id);
    return context.json({ undone: await source.notes.undo(annotator, routes.now().toISOString()) });
  });

  app.get('/api/sources/:source/annotations.jsonl', async (context) => {
    const source = sourceOf(routes, context);
    const annotator = annotatorOf(context);
    const all = await source.notes.all();
    const chosen = annotator === null ? all : all.filter((one) => one.annotator === annotator);
    context.header('content-type', 'application/x-ndjson; charset=utf-8');
    context.header('content-disposition', 'attachment; filename="annotations.jsonl"');
    return context.body(chosen.map((one) => `${JSON.stringify(one)}\n`).join(''));
  });
}
