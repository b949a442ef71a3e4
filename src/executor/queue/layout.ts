// The records of a plan, laid out for workers beside the run: those that reach the first call in chunks, and the stages that
// they go through. Each layout has a name of its own, and jobs carry it: a run may need several, one after the other, and
// a job that is left of an earlier one is not taken for one of the next.

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallGroup } from '../../queue/group-flow.ts';
import type { CallJob } from '../../queue/names.ts';
import { parseJson } from '../../records/parse-json.ts';
import { writeJsonAtomic } from '../../storage/atomic-write.ts';
import { readInput } from '../../storage/input.ts';
import { createFolder } from '../../storage/make-folder.ts';
import { openOutput } from '../../storage/output.ts';
import { readTextIfPresent } from '../../storage/read-text.ts';
import type { Row } from '../../storage/rows.ts';
import type { Sink } from '../../storage/sink.ts';
import type { StageUse } from '../../stream/records-plan.ts';
import { type PlannedStage, planStages } from '../build-plan.ts';

const chunkRecords = 64;

function layoutFolder(layout: string): string {
  return `queue/${layout}`;
}

function stagesName(layout: string): string {
  return `${layoutFolder(layout)}/stages.json`;
}

function chunkName(layout: string, group: number): string {
  return `${layoutFolder(layout)}/chunk-${String(group).padStart(6, '0')}.jsonl.gz`;
}

export interface Layout {
  readonly name: string;
  readonly groups: readonly CallGroup[];
  /** The files of the run folder that say what the work is. */
  readonly files: readonly string[];
}

/** Stages as `stages.json` has them: enough to plan them again elsewhere. */
interface LaidOutStages {
  /** Place of the first in its pipeline, from 0. */
  readonly first: number;
  readonly stages: readonly StageUse[];
}

function stagesToLayOut(stages: readonly PlannedStage[]): LaidOutStages {
  const own = stages.filter(({ brought }) => !brought);
  return { first: own[0]?.place ?? 0, stages: own.map(({ use, given }) => ({ use, with: given })) };
}

/** Brings a file of the run that is not in the folder. */
export type Bring = (name: string) => Promise<unknown>;

/** Null where the layout is gone. A folder that files are brought to keeps this layout alone. */
export async function readStages(
  folder: string,
  layout: string,
  bring: Bring | undefined,
): Promise<readonly PlannedStage[] | null> {
  const path = join(folder, stagesName(layout));
  if (bring !== undefined && !existsSync(path)) {
    await rm(join(folder, 'queue'), { recursive: true, force: true });
    await bring(stagesName(layout));
  }
  const text = await readTextIfPresent(path);
  if (text === undefined) return null;
  const { first, stages } = parseJson(text) as LaidOutStages;
  return (await planStages(stages, { first })).maps;
}

/** The records of a chunk; none where its layout is gone. */
export async function readChunk(
  folder: string,
  layout: string,
  group: CallJob['group'],
  bring: Bring | undefined,
): Promise<readonly Row[]> {
  const name = chunkName(layout, group);
  if (!existsSync(join(folder, name))) await bring?.(name);
  if (!existsSync(join(folder, name))) return [];
  const rows: Row[] = [];
  for await (const some of readInput(join(folder, name), { onBad: () => {} })) rows.push(...some);
  return rows;
}

/** Begins a layout in place of what was laid out before; it takes the records, and its groups and files grow with them. */
export async function openLayout(
  folder: string,
  stages: readonly PlannedStage[],
): Promise<Layout & { readonly sink: Sink }> {
  const name = randomBytes(8).toString('hex');
  await rm(join(folder, 'queue'), { recursive: true, force: true });
  await createFolder(join(folder, layoutFolder(name)));
  await writeJsonAtomic(join(folder, stagesName(name)), stagesToLayOut(stages));
  const groups: CallGroup[] = [];
  const files = ['pipeline.json', stagesName(name)];
  let chunk: Sink | undefined;
  let rows = 0;
  const end = async (): Promise<void> => {
    if (chunk === undefined) return;
    await chunk.close();
    const group = groups.length;
    groups.push({ layout: name, group, missing: Array.from({ length: rows }, (_, at) => at) });
    files.push(chunkName(name, group));
    chunk = undefined;
    rows = 0;
  };
  const sink: Sink = {
    async write(row) {
      chunk ??= await openOutput(join(folder, chunkName(name, groups.length)));
      await chunk.write(row);
      rows += 1;
      if (rows === chunkRecords) await end();
    },
    async close() {
      await end();
      return { rows: 0, bytes: 0 };
    },
    abort: async () => chunk?.abort(),
  };
  return { name, groups, files, sink };
}
