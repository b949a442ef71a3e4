// What the first page says of each source: how it was made, how far it is, and how its critics did.
import { stat } from 'node:fs/promises';
import { readRunStatus } from '../../endpoints/run-status.ts';
import { manifestFormat } from '../../publish/dataset-manifest.ts';
import { tookSimulation } from '../../report/simulation.ts';
import type { Row } from '../../storage/rows.ts';
import { shareOf } from '../analysis/share.ts';
import type { HomeCritic, HomePage, HomeSource } from '../api-home.ts';
import { countRecords } from '../records/columns.ts';
import { outcomes } from '../records/dimensions.ts';
import { readGrid, readManifest, readPipeline, reportsOf } from '../run-files.ts';
import type { Source } from '../sources/source.ts';
import { factsOf, type Workspace } from '../workspace.ts';
import { settingsOf } from './settings.ts';

/** A source with more records is read for its own pages only. */
const maxRows = 50_000;

function criticOf(source: Source, critic: string): HomeCritic {
  const { codes } = source.dimensions.outcome(critic);
  const counts = new Float64Array(outcomes.length);
  let [unreadableErrors, unreadableCorrect] = [0, 0];
  const unreadable = outcomes.indexOf('unreadable');
  for (const [row, code] of codes.entries()) {
    counts[code]! += 1;
    if (code === unreadable && source.columns.gold[row] === -1) unreadableCorrect += 1;
    else if (code === unreadable) unreadableErrors += 1;
  }
  const of = (...names: (typeof outcomes)[number][]): number =>
    names.reduce((sum, name) => sum + counts[outcomes.indexOf(name)]!, 0);
  const erroneous = of('exact', 'too early', 'too late', 'missed') + unreadableErrors;
  const correct = of('passed', 'false alarm') + unreadableCorrect;
  const [exact, passed] = [shareOf(of('exact'), erroneous), shareOf(of('passed'), correct)];
  const f1 =
    exact.share === null || passed.share === null
      ? null
      : exact.share + passed.share === 0
        ? 0
        : (2 * exact.share * passed.share) / (exact.share + passed.share);
  const simulated = tookSimulation([critic], source.columns.models.get(critic) ?? []);
  return { critic, simulated, n: erroneous + correct, f1, exact, passed };
}

async function criticsOf(source: Source): Promise<readonly HomeCritic[] | null> {
  if (source.table.rows > maxRows && !source.has('verdicts')) return null;
  await source.ready('verdicts');
  return [...source.columns.critics.keys()].map((critic) => criticOf(source, critic));
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function cellsOf(grid: Row | null): number | null {
  return Array.isArray(grid?.cells) ? grid.cells.length : null;
}

async function changedAt(path: string): Promise<string | null> {
  const about = await stat(path).catch(() => null);
  return about === null ? null : about.mtime.toISOString();
}

async function homeSource(source: Source, state: HomeSource['state']): Promise<HomeSource> {
  const { id, name, folder, path } = source;
  // Once the critiques have been read: they name models.
  const critics = await criticsOf(source);
  const { simulated } = await factsOf(source);
  const common = { id, name, rows: countRecords(source.columns), simulated, state, critics };
  if (folder === null) {
    const date = await changedAt(path);
    return { ...common, kind: 'file', made: null, cells: null, date, share: null, settings: {}, reports: [] };
  }
  const manifest = await readManifest(folder);
  const isDataset = manifest?.format === manifestFormat;
  const isOver = state === 'finished' || isDataset;
  return {
    ...common,
    kind: isDataset ? 'dataset' : 'run',
    made: isDataset
      ? text(manifest.version)
      : (text((await readPipeline(folder))?.name) ?? text(manifest?.command)),
    cells: isDataset ? null : cellsOf(await readGrid(folder)),
    date: text(manifest?.created_at) ?? (await changedAt(folder)),
    state: isDataset ? null : state,
    share: isOver ? null : (await readRunStatus(folder)).share,
    settings: settingsOf(manifest),
    reports: reportsOf(folder).map((report, at) => ({ name: report, href: `/report/${id}/${at}` })),
  };
}

export async function homePage(workspace: Workspace): Promise<HomePage> {
  const { sources: live } = await workspace.live();
  const sources: HomeSource[] = [];
  for (const { id, state } of live) sources.push(await homeSource(workspace.sources.get(id)!, state));
  sources.sort((a, b) => ((a.date ?? '') < (b.date ?? '') ? 1 : -1));
  const pools = [...workspace.pools.values()].map(({ id, name, pool }) => ({
    id,
    name,
    problems: pool.problems.length,
  }));
  return { sources, pools };
}
