// What each stage that calls a model handed on, kept whole in the run folder, so that `--from STAGE` begins behind it
// without its endpoint. The name carries a hash of all that led to it: a file made with other settings is never used.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { LateBenchError } from '../errors.ts';
import { callingStages } from '../executor/build-plan.ts';
import { canonicalJson, sha256Hex } from '../records/identity.ts';
import { openOutput } from '../storage/output.ts';
import type { Row } from '../storage/rows.ts';
import { whenTaken } from '../stream/sink-stream.ts';
import type { RecordPipeline } from './schema.ts';

export interface StageFile {
  /** Position of the stage, from 0. */
  readonly index: number;
  readonly path: string;
}

function fileOf(folder: string, definition: RecordPipeline, index: number): StageFile {
  const { source, seed, stages, endpoint = null } = definition;
  const led = { source, seed, endpoint, stages: stages.slice(0, index + 1) };
  const hash = sha256Hex(canonicalJson(led)).slice(0, 12);
  return { index, path: join(folder, 'stages', `${index + 1}-${stages[index]!.use}-${hash}.jsonl.gz`) };
}

/** One for each stage that calls a model and has another one behind it. */
export async function stageFiles(folder: string, definition: RecordPipeline): Promise<readonly StageFile[]> {
  const calls = await callingStages(definition.stages);
  return calls.flatMap((index) =>
    index === definition.stages.length - 1 ? [] : [fileOf(folder, definition, index)],
  );
}

/** Position of the stage that an option names, for messages `asked`: its kind (the first of it), or its place from 1. */
export function stageNamed(
  { stages }: { readonly stages: readonly { readonly use: string }[] },
  name: string,
  asked = '--from',
): number {
  const index = /^\d+$/.test(name) ? Number(name) - 1 : stages.findIndex(({ use }) => use === name);
  if (index >= 0 && index < stages.length) return index;
  const names = stages.map(({ use }, at) => `${at + 1} ${use}`).join(', ');
  throw new LateBenchError('LB_USAGE', `${asked} ${name}: the pipeline has ${names}`);
}

/** The last file before a stage; null where no stage before it calls a model, so that the source will do. */
export async function fileBefore(
  folder: string,
  definition: RecordPipeline,
  stage: number,
): Promise<StageFile | null> {
  const file = (await stageFiles(folder, definition)).findLast(({ index }) => index < stage);
  if (file === undefined) return null;
  const names = readNames(join(folder, 'stages'));
  if (names.some((name) => file.path.endsWith(`/${name}`))) return file;
  const { use } = definition.stages[file.index]!;
  const other = names.some((name) => name.startsWith(`${file.index + 1}-${use}-`));
  const why = other
    ? `stage ${use} was made with other settings`
    : `stage ${use} has not been finished in ${folder}`;
  throw new LateBenchError('LB_USAGE', `--from: ${why}; run without --from to resume`);
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Passes records on and keeps them; the file appears when the stream has ended well and `mayPublish` agrees. */
export async function keepRecords(path: string, mayPublish: () => boolean): Promise<Transform> {
  const sink = await openOutput(path);
  let settled = false;
  return new Transform({
    objectMode: true,
    highWaterMark: 16,
    transform(record: Row, _encoding, callback) {
      whenTaken(
        () => sink.write(record),
        (error) => (error == null ? callback(null, record) : callback(error)),
      );
    },
    flush(callback) {
      const ending: Promise<unknown> = mayPublish() ? sink.close() : sink.abort();
      ending.then(() => {
        settled = true;
        callback();
      }, callback);
    },
    destroy(error, callback) {
      const over = (): void => callback(error);
      if (settled) over();
      else sink.abort().then(over, over);
    },
  });
}
