// Runs `latebench dataset verify`.
import { exitCodes, LateBenchError } from '../errors.ts';
import { verifyDataset } from '../publish/verify-dataset.ts';
import type { Call } from './command.ts';

export async function runDatasetVerify({ options, stdout }: Call): Promise<number> {
  const [folder, ...more] = options.positionals;
  if (folder === undefined || more.length > 0) {
    throw new LateBenchError('LB_USAGE', 'name one folder: latebench dataset verify DIR');
  }
  const json = options.text('format') === 'json';
  const verified = await verifyDataset(folder);
  const { files, records, problems } = verified;
  if (json) stdout.write(`${JSON.stringify(verified, null, 2)}\n`);
  else if (problems.length === 0) {
    stdout.write(`${folder}: ${files} files and ${records} records are as the manifest says\n`);
  } else stdout.write(`${problems.map((problem) => `${folder}: ${problem}`).join('\n')}\n`);
  return problems.length === 0 ? exitCodes.ok : exitCodes.failure;
}
