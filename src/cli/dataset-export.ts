// Runs `latebench dataset export`: training data out of a published dataset, never out of its test split.

import { resolve } from 'node:path';
import { homeOf } from '../config/shared-settings.ts';
import { firstErrorPrompts } from '../critic/prompt-first-error.ts';
import { exportFormatNamed, exportStage } from '../datasets/export/export.ts';
import { exitCodes, LateBenchError } from '../errors.ts';
import { requireManifest } from '../publish/dataset-manifest.ts';
import { layout } from '../publish/layout.ts';
import { trainingRecords } from '../publish/training.ts';
import { trainingFormats } from '../publish/training-formats.ts';
import type { Solution } from '../records/solution.ts';
import { formatCounted } from '../report/format.ts';
import { noSink } from '../storage/no-sink.ts';
import { openOutput } from '../storage/output.ts';
import { passRecords } from '../stream/pass.ts';
import { stageStep } from '../stream/step.ts';
import { createTally, droppedIn } from '../stream/tally.ts';
import type { Call } from './command.ts';
import { configOf } from './command-config.ts';
import { namedDataset } from './dataset-folder.ts';
import { errorHandling } from './error-options.ts';
import { layoutOutput } from './layout-output.ts';
import { watchSignals } from './signals.ts';

/** The version stays as it was published. */
async function checkOutput(folder: string, output: string): Promise<void> {
  const { files } = await requireManifest(folder);
  const own = [...Object.keys(files), layout.manifest].some(
    (path) => resolve(folder, path) === resolve(output),
  );
  if (!own) return;
  throw new LateBenchError(
    'LB_USAGE',
    `--output ${output}: it is a file of the dataset itself; name another`,
  );
}

export async function runDatasetExport(call: Call): Promise<number> {
  const { options, stdout, say } = call;
  const [named, ...more] = options.positionals;
  const name = options.text('format');
  if (named === undefined || more.length > 0 || name === undefined) {
    const formats = trainingFormats.join(', ');
    throw new LateBenchError('LB_USAGE', `latebench dataset export DIR --format NAME, one of ${formats}`);
  }
  const { path, columns } = await layoutOutput(options.text('output') ?? '-', name);
  const split = options.text('split') as 'train' | 'dev';
  const stage = exportStage(exportFormatNamed(name), {
    prompt: (judged) =>
      firstErrorPrompts.maths
        .messages(judged)
        .map(({ content }) => content)
        .join('\n\n'),
  });
  const { folder } = await namedDataset(call, named);
  await checkOutput(folder, path);
  const dry = options.flag('dry-run');
  const tally = createTally();
  const config = configOf(call);
  const errors = errorHandling(call, homeOf(config));
  const watch = watchSignals({ say: () => {} });
  const records = trainingRecords(folder, {
    split,
    also: options.list('also'),
    onSkip: (reason) => tally.drop(reason),
    onBad: (bad) => errors.policy.reject(bad),
    say: (line) => say(`latebench dataset export: ${line}`),
  });
  try {
    const sink = dry ? noSink : await openOutput(path, { stdout, columns });
    const one = async function* (): AsyncGenerator<Solution[]> {
      for await (const record of records) yield [record];
    };
    const { stopReading, abandon, stop: onStop } = watch;
    const context = { policy: errors.policy, tally, stopReading, abandon, onStop };
    const ending = await passRecords({ groups: one(), links: [{ step: stageStep(stage) }], sink }, context);
    if (ending === 'complete') errors.policy.finish();
  } finally {
    watch.dispose();
    errors.close();
  }
  const written = formatCounted(tally.written, 'row');
  const rows = dry ? `dry run: 0 calls; ${written} would be written` : written;
  say(`latebench dataset export: ${rows}, ${droppedIn(tally)} left out`);
  if (tally.written + droppedIn(tally) === 0) {
    say(`  the split ${split} of ${named} has no records`);
  }
  for (const [reason, count] of tally.drops) say(`  left out, ${reason}: ${count}`);
  return watch.exitCode ?? (errors.policy.rejected > 0 ? exitCodes.partial : exitCodes.ok);
}
