// The API of an exported site: the functions of the server, in the reader's browser, over the chunks of the site. What the
// whole of a run's folder is needed for was worked out when the site was written.
import { describeError, LateBenchError } from '../../errors.ts';
import { comparedPair, subjectOf } from '../analysis/compared-pair.ts';
import { slicesOf } from '../analysis/slices.ts';
import { querySchema } from '../api.ts';
import type { ComparePage } from '../api-analysis.ts';
import type { RecordPage } from '../api-record.ts';
import { parseQuery } from '../query-string.ts';
import { valid, wholeOf } from '../routes/request-values.ts';
import { listPage } from '../sources/list-page.ts';
import { neighbours, recordPage } from '../sources/record-page.ts';
import type { Source } from '../sources/source.ts';
import { indexName, type SiteIndex, type SiteSource, unpack } from './site-data.ts';
import { siteExercises } from './site-exercises.ts';
import { siteSource } from './site-source.ts';

/** What only a page can do. */
export interface SiteHost {
  /** The base64 text of a chunk. */
  load(name: string): Promise<string>;
  /** What the browser keeps for this site; null where it keeps nothing. */
  kept(name: string): string | null;
  keep(name: string, text: string): void;
}

export interface SiteApi {
  /** @param path With its query. Throws an error whose message is for the reader. */
  get(path: string): Promise<unknown>;
  post(path: string, body: unknown): Promise<unknown>;
}

interface OpenedSource {
  readonly given: SiteSource;
  readonly source: Source;
}

const maxPerPage = 200;

async function comparePage(
  { given, source }: OpenedSource,
  opened: ReadonlyMap<string, OpenedSource>,
  parameters: URLSearchParams,
): Promise<ComparePage> {
  if (given.compared === null) throw new LateBenchError('LB_INPUT_MISSING', 'nothing was compared here');
  const { subjects, apart, leftOut, comparison, labels, named } = given.compared;
  const side = (key: 'a' | 'b') => {
    const name = parameters.get(key);
    if (name === null) return null;
    const subject = subjectOf(subjects, name);
    return { name: subject.name, source: opened.get(subject.source)!.source };
  };
  const [first, second] = [side('a'), side('b')];
  const isPair =
    first !== null &&
    second !== null &&
    comparison.pairs.some(({ a, b }) => [a, b].includes(first.name) && [a, b].includes(second.name));
  if (!isPair) return { subjects, apart, leftOut, comparison, pair: null };
  for (const one of [source, first.source, second.source]) await one.ready('verdicts');
  const compared = {
    ...given.compared,
    labels: Int32Array.from(labels),
    named: new Map(named.map(([name, column]) => [name, Int32Array.from(column)])),
  };
  const offset = wholeOf(parameters.get('offset') ?? undefined, 'offset', 1e9, 0);
  const pair = await comparedPair(source, compared, [first, second], { offset });
  return { subjects, apart, leftOut, comparison, pair };
}

async function recordAnswer(
  source: Source,
  [row, view]: readonly (string | undefined)[],
  parameters: URLSearchParams,
): Promise<unknown> {
  const query = valid(querySchema, parseQuery(parameters), 'query');
  const whole = (name: string, none: number): number =>
    wholeOf(parameters.get(name) ?? undefined, name, Math.max(none, source.table.rows), none);
  if (row === undefined) {
    const limit = Math.min(maxPerPage, whole('limit', 50));
    return listPage(source, query, { offset: whole('offset', 0), limit, annotator: null });
  }
  const at = wholeOf(row, 'row', Math.max(0, source.table.rows - 1));
  if (view === 'neighbours') return neighbours(source, query, at, null);
  const page: RecordPage = { ...(await recordPage(source, at)), proposals: [], trials: [] };
  return page;
}

export function createSiteApi(host: SiteHost): SiteApi {
  const load = async <T>(name: string): Promise<T> => unpack<T>(await host.load(name));
  let opening: Promise<{ index: SiteIndex; opened: ReadonlyMap<string, OpenedSource> }> | undefined;
  const open = async () => {
    const index = await load<SiteIndex>(indexName);
    const opened = new Map(
      index.sources.map((given) => [given.id, { given, source: siteSource(given, load) }]),
    );
    return { index, opened };
  };

  async function answer(address: string, body: unknown): Promise<unknown> {
    opening ??= open();
    const { index, opened } = await opening;
    const { pathname, searchParams } = new URL(address, 'http://site');
    if (pathname === '/api/session') return index.session;
    const known = index.answers[pathname];
    if (known !== undefined) return known;
    const [, , kind, id = '', view, ...rest] = pathname.split('/');
    const found = kind === 'sources' ? opened.get(id) : undefined;
    if (found !== undefined) {
      const { source, given } = found;
      if (view === 'exercises') return siteExercises(source, given.key, host, rest, body);
      if (view === 'records' && !index.session.teaching) return recordAnswer(source, rest, searchParams);
      if (view === 'compare') return comparePage(found, opened, searchParams);
      if (view === 'slices')
        return slicesOf(source, valid(querySchema, parseQuery(searchParams), 'query'), null);
    }
    throw new LateBenchError(
      'LB_INPUT_MISSING',
      'This site shows what was exported; for the rest run latebench view.',
    );
  }

  const told = (address: string, body: unknown): Promise<unknown> =>
    answer(address, body).catch((error) => {
      throw new Error(describeError(error), { cause: error });
    });
  return { get: (path) => told(path, undefined), post: (path, body) => told(path, body) };
}
