// Judgements: reading them, filing one, and all of them as JSONL; and who judges.
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { LateBenchError } from '../../errors.ts';
import { referee } from '../../records/gold-labels.ts';
import { recordHash } from '../../records/record-hash.ts';
import { annotationFile } from '../../storage/annotations.ts';
import { type Judgement, judgementSchema, loginSchema } from '../api.ts';
import type { FiledJudgement, JudgementsPage, RefusedJudgement } from '../api-record.ts';
import { authorName } from '../authors.ts';
import { readGuidelines } from '../guidelines.ts';
import { judgedRecord, judgedSource } from '../sources/judged-record.ts';
import { readRecord, shownAnnotation } from '../sources/record-page.ts';
import { annotatorOf, blindFor, type RouteContext, sourceOf } from './context.ts';
import { valid, wholeOf } from './request-values.ts';

/** The name to file under, and who settled where that is the referee; null for a name that the author has not. */
function writerOf(
  { authors }: RouteContext,
  context: Context,
  { annotator, ticket }: Judgement,
): { readonly annotator: string; readonly by: string | null } | null {
  const author = ticket === undefined ? authors.of(context) : authors.nameOf(ticket);
  if (author === null) return null;
  if (annotator === referee) return { annotator, by: author };
  return annotator === undefined || annotator === author ? { annotator: author, by: null } : null;
}

function checkSteps(judgement: Judgement, count: number): void {
  const named = [judgement.first_error, judgement.target_step, ...(judgement.propagated_steps ?? [])];
  const beyond = named.find((step) => step != null && step >= count);
  if (beyond === undefined) return;
  throw new LateBenchError('LB_USAGE', `step ${beyond} (from 0): the solution has ${count}`);
}

const nobody =
  'the server does not know who made this judgement: log in under the name that it was made with';

export function annotationRoutes(app: Hono, routes: RouteContext): void {
  const { authors, workspace, now, team } = routes;

  app.post('/api/annotations', async (context) => {
    const judgement = valid(judgementSchema, await context.req.json(), 'judgement');
    const { source: _, source_key: __, row: ___, ticket: ____, record_id, record_hash, ...said } = judgement;
    const source = judgedSource(workspace, judgement);
    if (said.annotator !== undefined) annotationFile(source.notes.folder, said.annotator);
    const writer = writerOf(routes, context, judgement);
    if (writer === null) return context.json({ error: nobody }, 403);
    const { record, hash } = await judgedRecord(source, judgement);
    // Steps of a record that has changed since are those that its judge saw.
    if (record_hash === undefined || record_hash === hash) checkSteps(judgement, record.steps.length);
    const { annotation, conflict } = await source.notes.add({
      ...said,
      record_id: record.id,
      record_hash: record_hash ?? hash,
      annotator: writer.annotator,
      ...(writer.by === null ? {} : { by: writer.by }),
      // Where everybody judges blind, the server knows what this person has seen.
      ...(team.blind ? { blind: !(await source.notes.decided(record.id, writer.annotator)) } : {}),
      at: now().toISOString(),
    });
    if (conflict === null) {
      return context.json({ annotation: shownAnnotation(annotation, hash) } satisfies FiledJudgement);
    }
    const refused: RefusedJudgement = {
      error: `${conflict.by ?? conflict.annotator} has filed another version meanwhile`,
      conflict: shownAnnotation(conflict, hash),
    };
    return context.json(refused, 409);
  });

  /** A version that was turned down is let go by its author: other tabs need not be told of it any more. */
  app.post('/api/annotations/let-go', async (context) => {
    const request = z.object({ source: z.string().max(200), operation: z.string().max(64) });
    const { source, operation } = valid(request, await context.req.json(), 'operation');
    sourceOf(routes, context, source).notes.letGo(operation);
    return context.json({});
  });

  app.get('/api/sources/:source/records/:row/judgements', async (context) => {
    const source = sourceOf(routes, context);
    const row = wholeOf(context.req.param('row'), 'row', Math.max(0, source.table.rows - 1));
    const found = await readRecord(source, row);
    if (!('record' in found))
      return context.json({ annotations: [], conflicts: [] } satisfies JudgementsPage);
    const hash = recordHash(found.record);
    const blind = blindFor(routes, context);
    if (blind !== null && !(await source.notes.decided(found.record.id, blind))) {
      const own = (await source.notes.about(found.record.id)).filter(({ annotator }) => annotator === blind);
      const annotations = own.map((one) => shownAnnotation(one, hash));
      return context.json({ annotations, conflicts: [] } satisfies JudgementsPage);
    }
    const page: JudgementsPage = {
      annotations: (await source.notes.about(found.record.id)).map((one) => shownAnnotation(one, hash)),
      conflicts: source.notes.conflicts(found.record.id),
    };
    return context.json(page);
  });

  app.get('/api/sources/:source/annotations.jsonl', async (context) => {
    const source = sourceOf(routes, context);
    const annotator = blindFor(routes, context) ?? annotatorOf(context);
    const all = await source.notes.all();
    const chosen = annotator === null ? all : all.filter((one) => one.annotator === annotator);
    context.header('content-type', 'application/x-ndjson; charset=utf-8');
    context.header('content-disposition', 'attachment; filename="annotations.jsonl"');
    return context.body(chosen.map((one) => `${JSON.stringify(one)}\n`).join(''));
  });

  app.get('/api/guidelines', async (context) => {
    if (team.guidelines === null) return context.json({ error: 'there are no guidelines' }, 404);
    return context.json(await readGuidelines(team.guidelines));
  });

  app.post('/api/login', async (context) => {
    const name = authorName(valid(loginSchema, await context.req.json(), 'login').name);
    authors.logIn(context, name);
    return context.json({ annotator: name, loggedIn: true, ticket: authors.ticketOf(name) });
  });
  app.post('/api/logout', (context) => {
    authors.logOut(context);
    return context.json({});
  });
}
