// What every route has at hand, and reading what a request names.
import type { Context } from 'hono';
import type { z } from 'zod';
import { LateBenchError } from '../../errors.ts';
import { type Query, querySchema } from '../api.ts';
import type { Assignment } from '../assignment.ts';
import type { Authors } from '../authors.ts';
import { parseQuery } from '../query-string.ts';
import type { Source } from '../sources/source.ts';
import type { Workspace } from '../workspace.ts';

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

/** A whole number among the request's parameters, or the default. */
export function wholeOf(text: string | undefined, name: string, max: number, none?: number): number {
  if (text === undefined && none !== undefined) return none;
  const number = Number(text);
  if (text === undefined || !/^\d{1,12}$/.test(text) || number > max) {
    throw new LateBenchError('LB_USAGE', `${name} ${text}: give a whole number from 0 to ${max}`);
  }
  return number;
}

export function valid<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new LateBenchError('LB_USAGE', `${what}: ${issue?.path.join('.')}: ${issue?.message}`);
}

export function annotatorOf(context: Context): string | null {
  const name = context.req.query('annotator');
  return name === undefined || name === '' ? null : name.slice(0, 64);
}
