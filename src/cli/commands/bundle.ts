// `latebench bundle`: one archive of a finished run, for people who check it elsewhere.
import { exitCodes, LateBenchError } from '../../errors.ts';
import { formatBytes, formatCounted } from '../../report/format.ts';
import { defineCommand } from '../command.ts';

export const bundleCommand = defineCommand({
  name: 'bundle',
  summary: 'pack a finished run into one archive that others can verify',
  usage: '[-o FILE] RUN',
  examples: [
    'latebench bundle latest',
    'latebench bundle runs/late -o late-errors.tar.gz && latebench verify-run late-errors.tar.gz',
  ],
  about:
    'The archive (.tar.gz) has the manifest, the pipeline, the stored replies, records, results and reports, ' +
    'and a list of them with their sha256. It has no keys and no event log, and paths of this machine are ' +
    'reduced to file names. latebench verify-run FILE recomputes every number from it without a call.',
  options: [
    {
      name: 'output',
      short: 'o',
      value: 'FILE',
      about: 'the archive (the name of the run folder with .tar.gz)',
      group: 'Output',
    },
  ],
  docs: 'docs/metrics.md',
  async run(call) {
    const { options, stdout } = call;
    const [folder, ...more] = options.positionals;
    if (folder === undefined || more.length > 0) {
      throw new LateBenchError('LB_USAGE', 'name one run folder, for example: latebench bundle latest');
    }
    const output = options.text('output');
    if (output !== undefined && !/\.(tar\.gz|tgz)$/i.test(output)) {
      throw new LateBenchError('LB_USAGE', `--output ${output}: the archive is a .tar.gz; name it so`);
    }
    const [{ basename, resolve }, { stat }, { cacheFolderOf, configOf }, { knownSecrets }, { writeBundle }] =
      await Promise.all([
        import('node:path'),
        import('node:fs/promises'),
        import('../command-config.ts'),
        import('../../config/known-secrets.ts'),
        import('../../pipeline/bundle.ts'),
      ]);
    const path = output ?? `${basename(resolve(folder))}.tar.gz`;
    const { files } = await writeBundle(folder, path, {
      secrets: knownSecrets(configOf(call)),
      cacheFolder: cacheFolderOf(call),
    });
    const { size } = await stat(path);
    stdout.write(`${path}: ${formatCounted(files.length, 'file')}, ${formatBytes(size)}\n`);
    stdout.write(`Check: latebench verify-run ${path}\n`);
    return exitCodes.ok;
  },
});
