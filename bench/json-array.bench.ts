// Records a second of reading one large JSON array, beside stream-json's streamArray on the same bytes, in turns.
import { closeSync, createReadStream, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import streamArrayModule from 'stream-json/streamers/stream-array.js';
import { syntheticRecords } from '../src/datasets/synthetic.ts';
import { readInput } from '../src/storage/input.ts';
import { type Benchmark, rounded } from './benchmark.ts';

const records = 20_000;
const turns = 3;

function makeArray(path: string): void {
  const file = openSync(path, 'w');
  let index = 0;
  for (const record of syntheticRecords({ count: records, seed: 1 })) {
    writeSync(file, `${index === 0 ? '[\n' : ',\n'}${JSON.stringify(record, null, 2)}`);
    index += 1;
  }
  writeSync(file, '\n]\n');
  closeSync(file);
}

async function ours(path: string): Promise<number> {
  let count = 0;
  const onBad = ({ message }: { message: string }): never => {
    throw new Error(message);
  };
  for await (const rows of readInput(path, { onBad })) count += rows.length;
  return count;
}

async function streamJson(path: string): Promise<number> {
  let count = 0;
  const elements = createReadStream(path, { highWaterMark: 256 * 1024 }).pipe(
    streamArrayModule.withParserAsStream(),
  );
  for await (const _ of elements) count += 1;
  return count;
}

async function seconds(read: (path: string) => Promise<number>, path: string): Promise<number> {
  const started = performance.now();
  const count = await read(path);
  if (count !== records) throw new Error(`${count} of ${records} records were read`);
  return (performance.now() - started) / 1000;
}

export const benchmark: Benchmark = {
  title: 'Records a second of reading a JSON array (goal: at least 2x stream-json)',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'latebench-bench-'));
    try {
      const path = join(folder, 'records.json');
      makeArray(path);
      let own = Number.POSITIVE_INFINITY;
      let other = Number.POSITIVE_INFINITY;
      for (let turn = 0; turn < turns; turn += 1) {
        own = Math.min(own, await seconds(ours, path));
        other = Math.min(other, await seconds(streamJson, path));
      }
      const megabytes = Math.round(statSync(path).size / 1e6);
      return {
        rows: [
          { what: 'latebench', 'records/s': Math.round(records / own), ratio: rounded(other / own) },
          { what: 'stream-json streamArray', 'records/s': Math.round(records / other), ratio: 1 },
        ],
        notes: [`${records} synthetic records, ${megabytes} MB; fastest of ${turns} turns each.`],
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
