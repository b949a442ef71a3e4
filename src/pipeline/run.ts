// Runs a pipeline part by part: jobs, and the runs of stages between them through which records flow. The output of
// one part is the input of the next. A pipeline of records alone has its files in the run folder itself; otherwise
// each part has a separate folder in it.

import { join } from 'node:path';
import { exitCodes, LateBenchError } from '../errors.ts';
import { noteJob, runJob } from '../executor/run-job.ts';
import { type JobSegment, type RecordSegment, type Segment, segmentsOf } from '../executor/segments.ts';
import type { TextStyle } from '../report/text-style.ts';
import type { Done } from '../stages/define-job.ts';
import { writeJsonAtomic } from '../storage/atomic-write.ts';
import { createFolder } from '../storage/make-folder.ts';
import { privateFolder } from '../storage/private-files.ts';
import { checkParts } from './check-parts.ts';
import { isGrid } from './grid/cells.ts';
import { openPipelineSource } from './pipeline-source.ts';
import { declarationFile } from './run-lock.ts';
import { type RecordContext, type RunResult, runRecords } from './run-records.ts';
import type { PipelineDefinition, RecordPipeline } from './schema.ts';
import { stageNamed } from './stage-files.ts';

export interface PipelineContext extends RecordContext {
  /** USD per million tokens as the user gave them: `in=X,out=Y`. */
  readonly price?: string | undefined;
  readonly style?: TextStyle;
}

/** The outcome of a pipeline, with that of each of its parts. */
export interface PipelineResult {
  /** What the command would end with: see `exitCodes`. */
  readonly exitCode: number;
  /** Every part was done to its end. */
  readonly complete: boolean;
  /** What ended it cleanly before its end: a spent budget, a wrong key. */
  readonly reason: LateBenchError | undefined;
  /** Of the last part through which records flowed. */
  readonly records: RunResult | null;
  /** What the jobs have done, in their order. */
  readonly jobs: readonly Done[];
}

/** What the part before has left. */
interface Left {
  readonly folder: string | undefined;
  readonly records: () => Promise<readonly string[]>;
}

type Work = { readonly definition: PipelineDefinition; readonly context: PipelineContext };

/** A job with what it takes from the part before. */
function withTaken({ job }: JobSegment, left: Left | undefined): JobSegment['job'] {
  const { takes } = job.stage;
  if (left?.folder === undefined || job.with[takes] !== undefined) return job;
  return { ...job, with: { ...job.with, [takes]: left.folder } };
}

function jobPlan({ definition, context }: Work, segment: JobSegment, left: Left | undefined) {
  const { seed, source } = definition;
  const { files = [], synthetic, limit } = source;
  const plan = { files, synthetic, limitEach: limit, raw: true };
  return {
    label: segment.job.stage.command ?? segment.job.use,
    seed,
    job: withTaken(segment, left),
    folder: join(context.folder, `${segment.place + 1}-${segment.job.use}`),
    sources: files,
    source: openPipelineSource(plan, context),
    price: context.price,
    queue: segment.job.stage.spreads === true ? context.queue : undefined,
    metricsPort: context.metricsPort,
    ...(context.style === undefined ? {} : { style: context.style }),
  };
}

function partFolder(folder: string, { place }: RecordSegment): string {
  return join(folder, `${place + 1}-records`);
}

/** The records of a part, where they are found later too. */
function leftOf(folder: string): Left {
  return { folder: undefined, records: async () => [join(folder, 'records.parquet')] };
}

async function runPart({ definition, context }: Work, segment: RecordSegment, left: Left | undefined) {
  const folder = partFolder(context.folder, segment);
  const session = context.session.fork({
    journalFolder: join(folder, 'journal'),
    budgetFolder: join(context.folder, 'budget'),
  });
  const source = left === undefined ? definition.source : { files: [...(await left.records())] };
  const part = { ...definition, source, stages: segment.uses } as RecordPipeline;
  try {
    const result = await runRecords(part, { ...context, folder, session, from: undefined, queue: undefined });
    return { result, left: leftOf(folder) };
  } finally {
    await session.close();
  }
}

/** The input of the first part must be given, and no input that no part reads. */
function checkSource(file: string, { source }: PipelineDefinition, [first]: readonly Segment[]): void {
  const { files = [], synthetic } = source;
  if (first?.kind !== 'job') return;
  const { stage, use } = first.job;
  const none = files.length === 0 && synthetic === undefined;
  if (stage.reads === 'problems' ? files.length > 0 && synthetic === undefined : none) return;
  const message =
    stage.reads === 'problems'
      ? `a ${use} is made of problems in files (source.files)`
      : (stage.refuses?.source ?? `${use} reads no source of the pipeline: leave source empty, {}`);
  throw new LateBenchError('LB_CONFIG', `${file}: source: ${message}`);
}

/** Runs a pipeline in its run folder. Throws LB_CONFIG for a pipeline that cannot run as declared. */
export async function runPipeline(
  definition: PipelineDefinition,
  context: PipelineContext,
): Promise<PipelineResult> {
  if (isGrid(definition)) {
    const { runGrid } = await import('./grid/run-grid.ts');
    const records = await runGrid(definition, context);
    const { exitCode, complete, reason } = records;
    return { exitCode, complete, reason, records, jobs: [] };
  }
  const segments = await segmentsOf(definition.stages);
  const [only] = segments;
  if (segments.length === 1 && only?.kind === 'records') {
    const records = await runRecords(definition as RecordPipeline, context);
    const { exitCode, complete, reason } = records;
    return { exitCode, complete, reason, records, jobs: [] };
  }
  const first = context.from === undefined ? 0 : stageNamed(definition, context.from);
  const work = { definition, context };
  if (first === 0) checkSource(context.file ?? definition.name, definition, segments);
  await checkParts(
    definition,
    context,
    segments.filter(({ place }) => place >= first),
  );
  const { session, terminal, folder } = context;
  const dry = session.mode === 'dry';
  if (!dry) {
    await createFolder(folder, privateFolder);
    await writeJsonAtomic(join(folder, declarationFile), definition);
  }
  let left: Left | undefined;
  let exitCode: number = exitCodes.ok;
  let records: RunResult | null = null;
  const jobs: Done[] = [];
  const ended = (code: number, reason?: LateBenchError) => ({
    ...{ exitCode: code, complete: false, reason, records, jobs },
  });
  for (const segment of segments) {
    if (segment.kind === 'records' && dry && segment.place >= first) {
      for (const [at, { use, with: given }] of segment.uses.entries()) {
        terminal.say(`stage ${segment.place + at + 1}: ${use} ${JSON.stringify(given)}`);
      }
      left = leftOf(partFolder(folder, segment));
      continue;
    }
    if (segment.kind === 'records') {
      const end = segment.place + segment.uses.length;
      if (segment.place < first && end > first) throw fromInside(context.from!, segment);
      if (end <= first) {
        left = leftOf(partFolder(folder, segment));
        continue;
      }
      const part = await runPart(work, segment, left);
      records = part.result;
      if (!records.complete) return ended(records.exitCode, records.reason);
      exitCode = Math.max(exitCode, records.exitCode);
      left = part.left;
      continue;
    }
    const plan = jobPlan(work, segment, left);
    const { stage, with: options } = plan.job;
    left = {
      folder: stage.leaves === undefined ? undefined : String(options[stage.leaves]),
      records: async () => (await stage.records?.(options)) ?? [],
    };
    if (segment.place < first) {
      terminal.say(`stage ${segment.place + 1}: ${segment.job.use} ${left.folder ?? ''} is used as it is`);
      continue;
    }
    if (dry) {
      const waits = segment.place > first && stage.ports.in !== 'records';
      await noteJob(plan, { ...context, place: segment.place + 1, given: segment.job.given, waits });
    } else {
      const { done, exitCode: code } = await runJob(plan, context);
      if (done !== null) jobs.push(done);
      const short = code === exitCodes.partial && stage.mustBeWhole?.(options) === true;
      if (done?.stopped === true || short || (code !== exitCodes.ok && code !== exitCodes.partial))
        return ended(code);
      exitCode = Math.max(exitCode, code);
    }
  }
  return { exitCode, complete: true, reason: undefined, records, jobs };
}

function fromInside(from: string, { uses }: RecordSegment): LateBenchError {
  const names = uses.map(({ use }) => use).join(', ');
  return new LateBenchError('LB_USAGE', `--from ${from}: begin at a job, or at the first of ${names}`);
}
