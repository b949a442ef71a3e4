// Runs `latebench dataset verify`.
import { exitCodes, LateBenchError } from '../errors.ts';
import { verifyDataset } from '../publish/verify-dataset.ts';
import { formatCounted } from '../report/format.ts';
import type { Call } from './command.ts';
import { namedDataset } from './dataset-folder.ts';

export async function runDatasetVerify(call: Call): Promise<number> {
  const { options, stdout } = call;
  const [named, ...more] = options.positionals;
  if (named === undefined || more.length > 0) {
    throw new LateBenchError(
      'LB_USAGE',
      'name one dataset: latebench dataset verify DIR|hf:OWNER/NAME@VERSION',
    );
  }
  const json = options.text('format') === 'json';
  const { folder, name, problems: ofTree } = await namedDataset(call, named);
  const checked = await verifyDataset(folder);
  const { files, records } = checked;
  const problems = [...ofTree, ...checked.problems];
  if (json) stdout.write(`${JSON.stringify({ files, records, problems }, null, 2)}\n`);
  else if (problems.length === 0) {
    stdout.write(
      `${name}: ${formatCounted(files, 'file')} and ${formatCounted(records, 'record')} are as the manifest says\n`,
    );
  } else stdout.write(`${problems.map((problem) => `${name}: ${problem}`).join('\n')}\n`);
  return problems.length === 0 ? exitCodes.ok : exitCodes.failure;
}
