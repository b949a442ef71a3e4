// Which part of `latebench dataset` was asked for, and the parts that only read: diff and verify.
import { exitCodes, LateBenchError } from '../errors.ts';
import type { Call } from './command.ts';

function usage(message: string): LateBenchError {
  return new LateBenchError('LB_USAGE', message);
}

/** `text` unless json was asked for. */
function asJson({ options }: Call): boolean {
  const format = options.text('format') ?? 'text';
  if (format !== 'text' && format !== 'json') throw usage(`--format ${format}: choose text or json`);
  return format === 'json';
}

async function runDiff(call: Call, [from, to, ...more]: readonly string[]): Promise<number> {
  if (from === undefined || to === undefined || more.length > 0) {
    throw usage('name two folders: latebench dataset diff OLD NEW');
  }
  const { diffDatasets, diffLines } = await import('../publish/diff.ts');
  const json = asJson(call);
  const diff = await diffDatasets(from, to);
  const head = `${diff.from.version} (${diff.from.records} records) -> ${diff.to.version} (${diff.to.records} records)`;
  const text = json ? JSON.stringify(diff, null, 2) : [head, ...diffLines(diff)].join('\n');
  call.stdout.write(`${text}\n`);
  return exitCodes.ok;
}

async function runVerify(call: Call, [folder, ...more]: readonly string[]): Promise<number> {
  if (folder === undefined || more.length > 0) throw usage('name one folder: latebench dataset verify DIR');
  const { verifyDataset } = await import('../publish/verify-dataset.ts');
  const json = asJson(call);
  const verified = await verifyDataset(folder);
  const { files, records, problems } = verified;
  if (json) call.stdout.write(`${JSON.stringify(verified, null, 2)}\n`);
  else if (problems.length === 0) {
    call.stdout.write(`${folder}: ${files} files and ${records} records are as the manifest says\n`);
  } else call.stdout.write(`${problems.map((problem) => `${folder}: ${problem}`).join('\n')}\n`);
  return problems.length === 0 ? exitCodes.ok : exitCodes.failure;
}

export async function runDataset(call: Call): Promise<number> {
  const [action, ...rest] = call.options.positionals;
  switch (action) {
    case 'build': {
      const { runDatasetBuild } = await import('./dataset-build.ts');
      return runDatasetBuild(call, rest);
    }
    case 'diff':
      return runDiff(call, rest);
    case 'verify':
      return runVerify(call, rest);
    case 'export': {
      const { runDatasetExport } = await import('./dataset-export.ts');
      return runDatasetExport(call, rest);
    }
    default:
      throw usage('say what to do with the dataset: build, diff, verify or export');
  }
}
