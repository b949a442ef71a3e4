// 2 GB of JSONL through `ingest | filter -o x.parquet`: whether memory stays flat, and every record arrives.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { syntheticRecords } from '../../src/datasets/synthetic.ts';
import { countFooterRows } from '../../src/storage/columnar/parquet-footer.ts';
import { peakOf } from './peak.ts';
import { atMost, equal, type Soak } from './soak.ts';

const requestedBytes = 2_000_000_000;
const minSteps = 8;

/** The same 20,000 records again and again: making two gigabytes of different ones would take longer than the rest. */
function makeInput(path: string): { bytes: number; kept: number } {
  const lines: string[] = [];
  let keptInPart = 0;
  for (const record of syntheticRecords({ count: 20_000, seed: 1 })) {
    lines.push(`${JSON.stringify(record)}\n`);
    if (record.steps.length >= minSteps) keptInPart += 1;
  }
  const part = Buffer.from(lines.join(''));
  const file = openSync(path, 'w');
  let bytes = 0;
  let kept = 0;
  for (; bytes < requestedBytes; bytes += part.length) {
    for (let at = 0; at < part.length; ) at += writeSync(file, part, at);
    kept += keptInPart;
  }
  closeSync(file);
  return { bytes, kept };
}

interface Peaks {
  ingest: number;
  filter: number;
}

export const soakPipe: Soak = {
  title: '2 GB of JSONL through `ingest | filter -o x.parquet`',
  minutes: 20,
  async run(folder) {
    const input = join(folder, 'records.jsonl');
    const output = join(folder, 'kept.parquet');
    const { bytes, kept } = makeInput(input);
    const cli = ['bin/latebench.js'];
    const ingest = spawn(process.execPath, [...cli, 'ingest', '-q', input], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const filterArgs = ['filter', '-q', '--min-steps', String(minSteps), '-o', output];
    const filter = spawn(process.execPath, [...cli, ...filterArgs], {
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    const end = (): void => {
      ingest.kill();
      filter.kill();
    };
    process.once('exit', end);
    const peaks: Peaks = { ingest: 0, filter: 0 };
    let half: Peaks | undefined;
    let passed = 0;
    const sample = (): void => {
      peaks.ingest = Math.max(peaks.ingest, peakOf(ingest.pid));
      peaks.filter = Math.max(peaks.filter, peakOf(filter.pid));
    };
    const timer = setInterval(sample, 50);
    ingest.stdout.on('data', (chunk: Buffer) => {
      passed += chunk.length;
      if (half === undefined && passed > bytes / 2) {
        sample();
        half = { ...peaks };
      }
    });
    ingest.stdout.pipe(filter.stdin);
    const [code] = (await once(filter, 'close')) as [number | null];
    clearInterval(timer);
    process.off('exit', end);
    const rows = code === 0 ? await countFooterRows(output) : 0;
    for (const path of [input, output]) rmSync(path, { force: true });
    const early = half ?? peaks;
    return [
      equal('exit code of filter', code, 0),
      equal('rows in the Parquet file', rows, kept),
      atMost('peak memory of ingest', peaks.ingest, 300, 'MB'),
      atMost('peak memory of filter', peaks.filter, 500, 'MB'),
      atMost('ingest: at the end to half-way', peaks.ingest / early.ingest, 1.15, 'x'),
      atMost('filter: at the end to half-way', peaks.filter / early.filter, 1.25, 'x'),
    ];
  },
};
