// Reads a part that is on disk and whose writer is gone: whether it is whole, and of this pool.
import { LateBenchError } from '../../errors.ts';
import { parseJson } from '../../records/parse-json.ts';
import { digestOfFile } from '../../storage/byte-digest.ts';
import type { ParquetReader } from '../../storage/columnar/parquet-file.ts';
import { partPath, partSamples, type Side } from './layout.ts';
import type { PartFacts } from './part-facts.ts';
import { traceBatch } from './trace-batch.ts';
import { type PartPlace, partMetadata } from './write-part.ts';

/** Numbers of another column, read while a part is examined. */
export interface AlsoRead {
  readonly column: 'n_tokens';
  /** Told of each row in order; `sample` is its id. */
  readonly row: (sample: number, value: number) => void;
}

/** Facts of a part on disk. Throws when it is damaged or belongs to another pool. */
export async function examinePart(
  reader: ParquetReader,
  place: PartPlace,
  side: Side,
  also?: AlsoRead,
): Promise<PartFacts> {
  const { folder, problemId, part } = place;
  const path = partPath(folder, side, problemId, part);
  const file = await reader.open(path);
  const written = parseJson(file.metadata ?? '{}') as Record<string, unknown>;
  // Which sample comes first is the part's own to say.
  const first = written.first === undefined ? part * partSamples : Number(written.first);
  for (const [name, value] of Object.entries(partMetadata({ ...place, first }))) {
    if (written[name] === value) continue;
    throw new LateBenchError(
      'LB_SCHEMA',
      `${path}: it was written for another ${name} (${String(written[name])})`,
    );
  }
  let rows = 0;
  const columns = also === undefined ? (['sample_id'] as const) : (['sample_id', also.column] as const);
  for await (const { batch } of file.batches({ columns })) {
    const [samples, values] = file.decode(() => columns.map((name) => traceBatch(batch).ints(name)));
    for (const [at, sample] of samples!.entries()) {
      if (sample !== first + rows) {
        throw new LateBenchError('LB_SCHEMA', `${path}: sample ${sample} is where ${first + rows} should be`);
      }
      also?.row(sample, values![at]!);
      rows += 1;
    }
  }
  return { side, problem_id: problemId, part, first_sample: first, rows, ...(await digestOfFile(path)) };
}
