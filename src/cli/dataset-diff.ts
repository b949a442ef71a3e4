// Runs `latebench dataset diff`.
import { exitCodes, LateBenchError } from '../errors.ts';
import { diffDatasets, diffLines } from '../publish/diff.ts';
import type { Call } from './command.ts';

export async function runDatasetDiff({ options, stdout }: Call): Promise<number> {
  const [from, to, ...more] = options.positionals;
  if (from === undefined || to === undefined || more.length > 0) {
    throw new LateBenchError('LB_USAGE', 'name two folders: latebench dataset diff OLD NEW');
  }
  const json = options.text('format') === 'json';
  const diff = await diffDatasets(from, to);
  const head = `${diff.from.version} (${diff.from.records} records) -> ${diff.to.version} (${diff.to.records} records)`;
  const text = json ? JSON.stringify(diff, null, 2) : [head, ...diffLines(diff)].join('\n');
  stdout.write(`${text}\n`);
  return exitCodes.ok;
}
