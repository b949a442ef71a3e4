// What every route has at hand, and reading what a request names.
import type { Context } from 'hono';
import { LateBenchError } from '../../errors.ts';
import { type Query, querySchema } from '../api.ts';
import type { Assignment } from '../assignment.ts';
import type { Authors } from '../authors.ts';
import { parseQuery } from '../query-string.ts';
import { rowsToJudge } from '../sources/blind.ts';
import type { Source } from '../sources/source.ts';
import type { Workspace } from '../workspace.ts';
import { valid } from './request-values.ts';

export interface RouteContext {
  readonly workspace: Workspace;
  readonly readOnly: boolean;
  readonly now: () => Date;
  readonly authors: Authors;
  readonly team: Team;
}

/** How several people judge together. */
export interface Team {
  /** Markdown file; null without guidelines. */
  readonly guidelines: string | null;
  readonly assignment: Assignment | null;
  /** Everybody judges blind. */
  readonly blind: boolean;
}

/** Who has to judge before seeing anything; null where everybody may look. */
export function blindFor({ team, authors }: RouteContext, context: Context): string | null {
  return team.blind ? authors.of(context) : null;
}

/** Rows of which whoever asks may be told nothing but the solution yet. */
export async function hiddenRows(
  routes: RouteContext,
  context: Context,
  source: Source,
): Promise<(row: number) => boolean> {
  const blind = blindFor(routes, context);
  if (blind === null) return () => false;
  await source.ready('fields');
  return rowsToJudge(source, blind);
}

export function sourceOf(
  { workspace }: RouteContext,
  context: Context,
  id = context.req.param('source'),
): Source {
  const source = workspace.sources.get(id ?? '');
  if (source === undefined) throw new LateBenchError('LB_INPUT_MISSING', `there is no source ${id} here`);
  return source;
}

export function queryOf(context: Context): Query {
  return valid(querySchema, parseQuery(new URL(context.req.url).searchParams), 'query');
}

export function annotatorOf(context: Context): string | null {
  const name = context.req.query('annotator');
  return name === undefined || name === '' ? null : name.slice(0, 64);
}
