// Dataset: builds a version of a published dataset from its spec, with all calls that takes.
import { join } from 'node:path';
import { z } from 'zod';
import { buildFolder, layout } from '../../publish/layout.ts';
import { splits } from '../../publish/splits.ts';
import { defineJob } from '../define-job.ts';
import { option, switchOption } from '../described-option.ts';

const options = z.strictObject({
  spec: option(
    z.string().min(1),
    'file of the spec, as of latebench dataset build, from the working folder',
    { flag: false },
  ),
  folder: option(z.string().min(1), 'folder of the dataset, from the working folder', {
    flag: 'output',
    short: 'o',
    value: 'DIR',
    group: 'Output',
  }),
  strict: switchOption('fail (3) unless the surface classifier passes; a pipeline then ends here'),
  rebalance: switchOption('choose parts and splits again, also for the records of the version in the folder'),
  base: option(
    z.string().min(1).optional(),
    'version to build on if the folder has none: a folder, or hf:OWNER/NAME@VERSION',
    { value: 'DATASET', group: 'Input' },
  ),
});

const oneProcess =
  'a dataset is built by one process that makes its calls itself: leave --batch and --engine bullmq out';

export const dataset = defineJob({
  name: 'dataset',
  command: 'dataset build',
  summary: 'build a benchmark from raw problems, by its spec',
  usage: 'SPEC -o DIR [OPTIONS]',
  examples: [
    'latebench dataset build late-errors.json -o late-errors --endpoint sim',
    'latebench dataset build late-errors.json -o late-errors --dry-run',
    'latebench dataset build late-errors.json -o late-errors --offline',
    'latebench dataset build late-errors.json -o next --base hf:me/late-errors@1.0.0',
  ],
  about:
    'SPEC is JSON, or TypeScript with export default defineDataset({…}): sources, filter, parts, critics, ' +
    'splits. Replies are stored in DIR/.build: building again costs nothing and gives the same bytes. ' +
    'Records of an existing version in DIR, or of the version that --base names, are unchanged and keep ' +
    'their splits; --rebalance chooses again, and the changelog names the records that moved. --dry-run ' +
    'reads the sources and prints which records would be chosen and the maximum number of calls.',
  docs: 'docs/publishing.md',
  options,
  ports: { in: 'none', main: 'dataset' },
  takes: 'spec',
  leaves: 'folder',
  units: 'records',
  refuses: {
    batch: oneProcess,
    queue: oneProcess,
    source: 'the sources of a dataset are in its spec (sources): leave source empty, {}',
  },
  role: 'every',
  reads: 'rows',
  seeded: false,
  quarantineFolder: ({ folder }) => buildFolder(folder),
  mustBeWhole: ({ strict }) => strict,
  async records({ folder }) {
    const { requireManifest } = await import('../../publish/dataset-manifest.ts');
    const { files } = await requireManifest(folder);
    return splits.map(layout.jsonl).flatMap((path) => (path in files ? [join(folder, path)] : []));
  },
  // How many calls a record takes is the spec's business: `estimate` reads it.
  needs: () => [
    { role: 'inject', callsPerRecord: Number.POSITIVE_INFINITY, atOnce: 1 },
    { role: 'critic', callsPerRecord: Number.POSITIVE_INFINITY, atOnce: 1 },
  ],
  async check({ spec }) {
    const { loadSpec } = await import('../../publish/load-spec.ts');
    await loadSpec(spec);
  },
  async estimate(asked, context) {
    const { estimateDataset } = await import('./estimate.ts');
    return estimateDataset(asked, context);
  },
  async run(asked, context) {
    const { runDataset } = await import('./run.ts');
    return runDataset(asked, context);
  },
});
