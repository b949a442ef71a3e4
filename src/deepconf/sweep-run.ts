// Writes a sweep into a run folder: summary.json, sweep.csv, report.html and, last, the manifest.
import { join } from 'node:path';
import { csvTable } from '../report/csv-table.ts';
import { factList } from '../report/facts-html.ts';
import { htmlTable } from '../report/html-table.ts';
import { element } from '../report/markup.ts';
import { htmlPage } from '../report/page.ts';
import { simulationNotice } from '../report/simulation.ts';
import { writeFileAtomic, writeJsonAtomic } from '../storage/atomic-write.ts';
import { writeManifest } from '../storage/manifest.ts';
import { beginRunFolder } from '../storage/run-folder.ts';
import { toolVersion } from '../version.ts';
import { openPool } from './pool/read.ts';
import { poolInputs } from './pool-inputs.ts';
import { runSweep, type Sweep, type SweepEvents, type SweepOptions } from './sweep.ts';
import { sweepFigures, sweepTable } from './sweep-table.ts';
import { figureHtml } from './vote-figures.ts';

export interface SweepRun extends SweepEvents {
  readonly pool: string;
  readonly folder: string;
  readonly options: SweepOptions;
}

/** Votes on a pool with every combination of the settings, into a run folder. */
export async function runSweepInto({ pool, folder, options, onProblem, say }: SweepRun): Promise<Sweep> {
  // A pool that is not there leaves no folder.
  await (await openPool(pool)).close();
  await beginRunFolder(folder, { command: 'sweep', say });
  const sweep = await runSweep(pool, options, { onProblem, say });
  await writeJsonAtomic(join(folder, 'summary.json'), sweep);
  await writeFileAtomic(join(folder, 'sweep.csv'), csvTable(sweepTable(sweep)));
  await writeFileAtomic(join(folder, 'report.html'), sweepHtml(sweep));
  await writeManifest(join(folder, 'manifest.json'), {
    command: 'sweep',
    inputs: await poolInputs(pool),
    stages: [{ name: 'sweep', version: '1', config: options }],
    endpoints: [],
    seed: options.seed,
    counts: { problems: sweep.problems },
    complete: true,
  });
  return sweep;
}

function sweepHtml(sweep: Sweep): string {
  const title = `Windows, etas and sizes: ${sweep.model ?? 'imported traces'}`;
  return htmlPage(title, [
    element('header', {}, element('h1', { dir: 'auto' }, title)),
    ...(sweep.simulated ? [element('p', { class: 'notice', role: 'note' }, simulationNotice)] : []),
    factList({
      models: sweep.model === null ? {} : { logprob: sweep.model },
      seed: sweep.seed,
      versions: { latebench: toolVersion, node: process.version },
    }),
    element('div', { class: 'charts' }, sweepFigures(sweep).map(figureHtml)),
    element('section', {}, htmlTable(sweepTable(sweep), 'Accuracy of every setting')),
  ]);
}
