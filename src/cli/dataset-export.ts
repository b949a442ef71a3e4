// Runs `latebench dataset export`: training data out of a published dataset, never out of its test split.
import { firstErrorPrompts } from '../critic/prompt-first-error.ts';
import { exportFormatNamed, exportStage } from '../datasets/export/export.ts';
import { exitCodes, LateBenchError } from '../errors.ts';
import { trainingFormats, trainingRecords } from '../publish/training.ts';
import { openOutput } from '../storage/output.ts';
import { isDrop } from '../stream/stage.ts';
import { createTally, droppedIn } from '../stream/tally.ts';
import type { Call } from './command.ts';

export async function runDatasetExport(call: Call, names: readonly string[]): Promise<number> {
  const { options, stdout, say } = call;
  const [folder, ...more] = names;
  const name = options.text('format');
  if (folder === undefined || more.length > 0 || name === undefined || !trainingFormats.includes(name)) {
    const formats = trainingFormats.join(', ');
    throw new LateBenchError('LB_USAGE', `latebench dataset export DIR --format NAME, one of ${formats}`);
  }
  const split = options.text('split') as 'train' | 'dev';
  const stage = exportStage(exportFormatNamed(name), {
    prompt: (judged) =>
      firstErrorPrompts.maths
        .messages(judged)
        .map(({ content }) => content)
        .join('\n\n'),
  });
  const tally = createTally();
  const output = await openOutput(options.text('output') ?? '-', { stdout });
  const records = trainingRecords(folder, {
    split,
    also: options.list('also'),
    onSkip: (reason) => tally.drop(reason),
    say: (line) => say(`latebench dataset: ${line}`),
  });
  try {
    for await (const record of records) {
      for (const row of stage.run(record, { signal: AbortSignal.timeout(2 ** 31 - 1) }) as Iterable<object>) {
        if (isDrop(row)) tally.drop(row.reason);
        else {
          tally.written += 1;
          await output.write(row as Record<string, unknown>);
        }
      }
    }
    await output.close();
  } catch (error) {
    await output.abort();
    throw error;
  }
  say(`latebench dataset: ${tally.written} rows, ${droppedIn(tally)} left out`);
  for (const [reason, count] of tally.drops) say(`  left out, ${reason}: ${count}`);
  return exitCodes.ok;
}
