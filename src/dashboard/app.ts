// The dashboard as one request handler: security in front, the API, the few files of the pages, and one page for every
// other address. It binds no port (server.ts) and reads no argv.
import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { describeError, exitCodeOf, exitCodes, isLateBenchError } from '../errors.ts';
import { errorTypes } from '../records/taxonomy.ts';
import { toolVersion } from '../version.ts';
import type { Session } from './api.ts';
import { createAuthors } from './authors.ts';
import { analysisRoutes } from './routes/analysis.ts';
import { annotationRoutes } from './routes/annotations.ts';
import { bulkRoutes } from './routes/bulk.ts';
import type { RouteContext, Team } from './routes/context.ts';
import { homeRoutes } from './routes/home.ts';
import { poolRoutes } from './routes/pools.ts';
import { recordRoutes } from './routes/records.ts';
import { onlyExercises, teachRoutes } from './routes/teach.ts';
import { workbenchRoutes } from './routes/workbench.ts';
import { type Guard, guarded, hardened } from './security.ts';
import { readStatic, shell, staticFiles } from './static-files.ts';
import type { EndpointAccess } from './workbench/access.ts';
import { shownForms } from './workbench/forms.ts';
import { createWorkbench } from './workbench/workbench.ts';
import { factsOf, type Workspace } from './workspace.ts';

export interface DashboardOptions {
  readonly workspace: Workspace;
  readonly guard: Guard;
  readonly endpoints: EndpointAccess;
  /** Name offered for judgements. */
  readonly annotator: string;
  /** Nothing can be judged or called. */
  readonly readOnly: boolean;
  readonly now?: () => Date;
  readonly team?: Team | undefined;
  /** Records are exercises: nothing that would show their solutions is served, and nothing is judged or called. */
  readonly teach?: boolean | undefined;
  /** Signs cookies and tickets; kept from one start to the next. A new one when absent. */
  readonly secret?: string | undefined;
}

/** A write is a judgement or an edited solution: far below this. */
const maxBodyBytes = 1024 * 1024;

export function createApp(options: DashboardOptions): Hono {
  const { workspace, guard, endpoints, readOnly, annotator, now = () => new Date() } = options;
  const app = new Hono();
  const files = staticFiles();
  const secret = options.secret ?? randomBytes(32).toString('hex');
  const authors = createAuthors(secret, annotator);
  const team = options.team ?? { guidelines: null, assignment: null, blind: false };
  const routes: RouteContext = { workspace, readOnly, now, authors, team };
  const workbench = createWorkbench(endpoints, now);

  app.use(hardened());
  app.use(guarded(guard, secret));
  app.use(
    bodyLimit({
      maxSize: maxBodyBytes,
      onError: (context) => context.json({ error: `a request has at most ${maxBodyBytes} bytes` }, 413),
    }),
  );
  app.use('/api/*', async (context, next) => {
    const writes = context.req.method !== 'GET' && context.req.method !== 'HEAD';
    if (writes && readOnly) return context.json({ error: 'opened for reading only (--read-only)' }, 403);
    await next();
    return undefined;
  });
  if (options.teach === true) app.use('/api/*', onlyExercises());

  app.get('/api/session', async (context) => {
    const sources = await Promise.all([...workspace.sources.values()].map(factsOf));
    const session: Session = {
      version: toolVersion,
      sources,
      pools: [...workspace.pools.values()].map(({ id, name }) => ({ id, name })),
      annotator: authors.of(context),
      loggedIn: authors.loggedIn(context) !== null,
      ticket: authors.ticketOf(authors.of(context)),
      endpoints: endpoints.facts,
      errorTypes: errorTypes.map(({ key, name }) => ({ key, name })),
      readOnly: readOnly || options.teach === true,
      teaching: options.teach === true,
      team: {
        guidelines: team.guidelines !== null,
        annotators: team.assignment?.annotators ?? [],
        overlap: team.assignment?.overlap ?? 0,
        blind: team.blind,
      },
      ...(readOnly || options.teach === true ? {} : { forms: await shownForms() }),
    };
    return context.json(session);
  });
  app.get('/api/live', async (context) => context.json(await workspace.live()));
  if (options.teach === true) teachRoutes(app, routes);
  if (options.teach !== true) homeRoutes(app, routes);
  recordRoutes(app, routes, workbench);
  annotationRoutes(app, routes);
  analysisRoutes(app, routes);
  poolRoutes(app, routes);
  workbenchRoutes(app, routes, workbench);
  bulkRoutes(app, routes, workbench);
  app.all('/api/*', (context) => context.json({ error: 'there is no such address' }, 404));

  app.get('*', async (context) => {
    const { path } = context.req;
    const file = files.get(path);
    if (file !== undefined) {
      context.header('content-type', file.type);
      if (path.startsWith('/fonts/')) context.header('cache-control', 'private, max-age=86400');
      return context.body(new Uint8Array(await readStatic(file)));
    }
    // Addresses of pages have no dots; whatever else is asked for is not here.
    if (/[.%\\]/.test(path)) return context.text('there is nothing here', 404);
    return context.html(shell());
  });

  app.onError((error, context) => {
    const known = isLateBenchError(error);
    const isMistake = known
      ? exitCodeOf(error) === exitCodes.usage || error.code === 'LB_SCHEMA'
      : error instanceof SyntaxError;
    const missing = known && error.code === 'LB_INPUT_MISSING';
    const full = known && error.code === 'LB_DISK_FULL';
    const status = missing ? 404 : full ? 507 : isMistake ? 400 : 500;
    return context.json({ error: describeError(error) }, status);
  });
  return app;
}
