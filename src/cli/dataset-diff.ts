// Runs `latebench dataset diff`.
import { exitCodes, LateBenchError } from '../errors.ts';
import { diffDatasets, diffLines } from '../publish/diff.ts';
import { formatCounted } from '../report/format.ts';
import type { Call } from './command.ts';
import { namedDataset } from './dataset-folder.ts';

export async function runDatasetDiff(call: Call): Promise<number> {
  const { options, stdout } = call;
  const [from, to, ...more] = options.positionals;
  if (from === undefined || to === undefined || more.length > 0) {
    throw new LateBenchError('LB_USAGE', 'name two datasets: latebench dataset diff OLD NEW');
  }
  const json = options.text('format') === 'json';
  const diff = await diffDatasets(
    (await namedDataset(call, from)).folder,
    (await namedDataset(call, to)).folder,
  );
  const head = `${diff.from.version} (${formatCounted(diff.from.records, 'record')}) -> ${diff.to.version} (${formatCounted(diff.to.records, 'record')})`;
  const text = json ? JSON.stringify(diff, null, 2) : [head, ...diffLines(diff)].join('\n');
  stdout.write(`${text}\n`);
  return exitCodes.ok;
}
