// Overview, slices, comparison, agreement, quarantine, and a run as it goes.
import type { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { LateBenchError } from '../../errors.ts';
import { blindAgreement } from '../../metrics/blind-agreement.ts';
import { annotationVersion } from '../../records/annotation-version.ts';
import { clipText, visibleLine } from '../../report/visible-text.ts';
import { agreementOf, type PersonsAgreement } from '../analysis/agreement.ts';
import { createComparisons } from '../analysis/compare.ts';
import { comparedPair, type Side, subjectOf } from '../analysis/compared-pair.ts';
import { watchRun } from '../analysis/monitor.ts';
import { overviewOf } from '../analysis/overview.ts';
import { quarantineOf } from '../analysis/quarantine.ts';
import { slicesOf } from '../analysis/slices.ts';
import type { AgreementPage, ComparePage } from '../api-analysis.ts';
import { hashId } from '../records/columns.ts';
import { takesAll } from '../sources/selection.ts';
import type { Source } from '../sources/source.ts';
import { annotatorOf, blindFor, hiddenRows, queryOf, type RouteContext, sourceOf } from './context.ts';
import { wholeOf } from './request-values.ts';

const monitorMs = 1000;
const maxDisputes = 500;
const notSliced =
  'everybody judges blind here, so slices are of all records: a filter could single out one that is still to be judged. Take the filters out of the address';

function folderOf({ folder, name }: Source): string {
  if (folder === null) throw new LateBenchError('LB_INPUT_MISSING', `${name} is a file, not a run`);
  return folder;
}

/** What a person has done, of what was assigned where records are shared out. */
async function personOf(
  { assignment, notes, columns }: Source,
  { annotators }: Pick<PersonsAgreement, 'annotators'>,
  name: string,
): Promise<AgreementPage['annotators'][number]> {
  const known = annotators.find((one) => one.name === name) ?? { name, decisions: 0, meanSeconds: null };
  const blind = (await notes.all()).filter(
    (one) => one.kind === 'decision' && one.annotator === name && one.blind === true,
  ).length;
  const person = { ...known, blind };
  if (assignment === null || !assignment.annotators.includes(name)) return person;
  const mine = assignment.dimension(name, columns.ids).codes;
  const judged = (await notes.dimension(name, columns.ids)).codes;
  let records = 0;
  let done = 0;
  for (const [row, code] of mine.entries()) {
    if (code === 0) continue;
    records += 1;
    // 4 is a remark without a decision.
    if (judged[row] !== 0 && judged[row] !== 4) done += 1;
  }
  return { ...person, assigned: { records, judged: done } };
}

/** As many disputes as a page lists, in their order: all that are not settled before any that is. */
function listedDisputes<T extends { readonly settled: unknown }>(disputes: readonly T[]): readonly T[] {
  if (disputes.length <= maxDisputes) return disputes;
  const open = disputes.filter(({ settled }) => settled === null);
  const settled = disputes.filter((one) => one.settled !== null);
  const listed = new Set([...open, ...settled].slice(0, maxDisputes));
  return disputes.filter((one) => listed.has(one));
}

async function agreementPage(source: Source, isHidden: (row: number) => boolean): Promise<AgreementPage> {
  await Promise.all([source.ready('fields'), source.ready('steps')]);
  const annotations = await source.notes.all();
  const agreement = agreementOf(annotations);
  const requested = new Map(agreement.disputes.map(({ recordId }) => [hashId(recordId), -1]));
  if (requested.size > 0) {
    for (const [row, id] of source.columns.ids.entries())
      if (requested.get(id) === -1) requested.set(id, row);
  }
  const rowOf = (recordId: string): number => requested.get(hashId(recordId)) ?? -1;
  const shown = agreement.disputes.filter(({ recordId }) => {
    const row = rowOf(recordId);
    return row === -1 || !isHidden(row);
  });
  const names = new Set([
    ...(source.assignment?.annotators ?? []),
    ...agreement.annotators.map(({ name }) => name),
  ]);
  const annotators = [];
  for (const name of [...names].sort()) annotators.push(await personOf(source, agreement, name));
  return {
    ...agreement,
    blind: blindAgreement(annotations),
    annotators,
    disputed: agreement.disputes.length,
    hidden: agreement.disputes.length - shown.length,
    disputes: listedDisputes(shown).map(({ recordId, said, settled }) => {
      const row = rowOf(recordId);
      return {
        recordId: visibleLine(clipText(recordId, 200).text),
        id: recordId,
        hash: said[0]?.record_hash ?? null,
        row: row === -1 ? null : row,
        steps: row === -1 ? null : source.columns.steps[row]!,
        said: said.map(({ annotator, decision, first_error }) => ({
          annotator,
          decision: decision ?? null,
          firstError: first_error ?? null,
        })),
        settled:
          settled === null
            ? null
            : {
                decision: settled.decision ?? null,
                firstError: settled.first_error ?? null,
                by: settled.by ?? null,
                version: annotationVersion(settled),
              },
      };
    }),
  };
}

export function analysisRoutes(app: Hono, routes: RouteContext): void {
  app.get('/api/sources/:source/overview', async (context) =>
    context.json(await overviewOf(sourceOf(routes, context))),
  );
  app.get('/api/sources/:source/slices', async (context) => {
    const query = queryOf(context);
    if (blindFor(routes, context) !== null && !takesAll(query))
      throw new LateBenchError('LB_USAGE', notSliced);
    return context.json(await slicesOf(sourceOf(routes, context), query, annotatorOf(context)));
  });
  app.get('/api/sources/:source/agreement', async (context) => {
    const source = sourceOf(routes, context);
    return context.json(await agreementPage(source, await hiddenRows(routes, context, source)));
  });

  const comparisons = createComparisons(() => [...routes.workspace.sources.values()]);
  app.get('/api/sources/:source/compare', async (context) => {
    const { req } = context;
    const source = sourceOf(routes, context);
    const offset = wholeOf(req.query('offset'), 'offset', 1e9, 0);
    const compared = await comparisons.of(source, req.raw.signal);
    const { subjects, apart, leftOut, comparison } = compared;
    const side = (key: 'a' | 'b'): Side | undefined => {
      const name = req.query(key);
      if (name === undefined) return undefined;
      const subject = subjectOf(subjects, name);
      return { name: subject.name, source: sourceOf(routes, context, subject.source) };
    };
    const [first, second] = [side('a'), side('b')];
    const pair =
      first === undefined ||
      second === undefined ||
      !comparison.pairs.some(({ a, b }) => [a, b].includes(first.name) && [a, b].includes(second.name))
        ? null
        : await comparedPair(source, compared, [first, second], {
            offset,
            isHidden: await hiddenRows(routes, context, source),
          });
    return context.json({ subjects, apart, leftOut, comparison, pair } satisfies ComparePage);
  });

  app.get('/api/sources/:source/quarantine', async (context) => {
    const source = sourceOf(routes, context);
    return context.json({ quarantine: await quarantineOf(folderOf(source), source.path) });
  });

  app.get('/api/sources/:source/monitor', (context) => {
    const watch = watchRun(folderOf(sourceOf(routes, context)));
    return streamSSE(context, async (stream) => {
      let sent = '';
      for (let round = 0; !stream.aborted && !stream.closed; round += 1) {
        const state = JSON.stringify(await watch.read());
        // An event now and then shows the browser and the server that the connection is alive.
        if (state !== sent || round % 15 === 0) await stream.writeSSE({ event: 'state', data: state });
        sent = state;
        await stream.sleep(monitorMs);
      }
    });
  });
}
