// `latebench verify-run`: checks that the results of a run folder follow from its stored records and replies. Never
// calls a model.

import { exitCodes, LateBenchError } from '../../errors.ts';
import { formatCounted } from '../../report/format.ts';
import { defineCommand } from '../command.ts';
import { printOption } from '../options.ts';

/** Differences printed; the rest are only counted. */
const shown = 20;

export const verifyRunCommand = defineCommand({
  name: 'verify-run',
  summary: 'recompute every number of a run from the stored replies and records, and compare',
  usage: '[OPTIONS] RUN|BUNDLE',
  examples: [
    'latebench verify-run runs/quickstart',
    'latebench verify-run late-errors.tar.gz',
    'latebench verify-run --format json runs/quickstart',
  ],
  about:
    'The stored replies are parsed again, without a call, and must give the critiques in the records; the ' +
    'records must give the numbers of summary.json and the entries of results.json; each file must have the ' +
    'bytes that the run wrote. A bundle (latebench bundle) is checked in the same way. Every value and file ' +
    'that differs is named, and the exit code is 1.',
  options: [printOption('text', 'json')],
  docs: 'docs/metrics.md',
  async run(call) {
    const { options, stdout, say } = call;
    const [folder, ...more] = options.positionals;
    if (folder === undefined || more.length > 0) {
      throw new LateBenchError(
        'LB_USAGE',
        'name one run folder or bundle, for example: latebench verify-run runs/quickstart',
      );
    }
    const [{ verifyRun }, { cacheFolderOf }] = await Promise.all([
      import('../../pipeline/verify-run.ts'),
      import('../command-config.ts'),
    ]);
    const told = (line: string): void => say(`latebench verify-run: ${line}`);
    const check = await verifyRun(folder, told, cacheFolderOf(call));
    const { differences: found } = check;
    if (options.text('format') === 'json') stdout.write(`${JSON.stringify(check, null, 2)}\n`);
    else {
      const failed = check.failed_calls === 0 ? '' : ` (${check.failed_calls} had no reply)`;
      stdout.write(
        `${formatCounted(check.records, 'record')}, ${formatCounted(check.figures, 'number')}, ` +
          `${formatCounted(check.results, 'entry', 'entries')} of results, ` +
          `${formatCounted(check.critiques, 'critique')} from stored replies${failed}, ` +
          `${formatCounted(check.files, 'file')}: ` +
          `${found.length === 0 ? 'all as recomputed' : `${found.length} differ`}\n`,
      );
      for (const { what, stored, recomputed } of found.slice(0, shown)) {
        stdout.write(
          `  ${what}: stored ${JSON.stringify(stored)}, recomputed ${JSON.stringify(recomputed)}\n`,
        );
      }
      if (found.length > shown) stdout.write(`  … and ${found.length - shown} more\n`);
      for (const line of check.unchecked) stdout.write(`  not checked: ${line}\n`);
    }
    return found.length === 0 ? exitCodes.ok : exitCodes.failure;
  },
});
