// Runs a pipeline of records into a run folder: pipeline.json first, then records, results, metrics and reports, and the
// manifest last. Everything is built, and so checked, before the first call.

import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { rejectSameNames } from '../critic/critic-names.ts';
import { isRemote, type OpenInput, type RemoteInputs } from '../datasets/open-inputs.ts';
import type { ModelCounters } from '../endpoints/usage-counters.ts';
import { LateBenchError } from '../errors.ts';
import { planStages } from '../executor/build-plan.ts';
import { namedFiles } from '../executor/named-files.ts';
import type { Outcome, Plan, RunContext } from '../executor/plan.ts';
import { doneIn } from '../executor/progress.ts';
import { countsOf, runPlan } from '../executor/run-plan.ts';
import { saidAt } from '../executor/said-at.ts';
import { openSource, type SourcePlan } from '../executor/source.ts';
import type { GridObject } from '../records/grid.ts';
import type { ScoreObject } from '../records/score.ts';
import type { BuiltStage } from '../stages/define.ts';
import { writeJsonAtomic } from '../storage/atomic-write.ts';
import { privateFolder } from '../storage/private-files.ts';
import { type OutputDigest, outputDigests } from './output-digests.ts';
import { type OwnFiles, openRunFiles, type RunFiles } from './run-files.ts';
import type { RecordPipeline } from './schema.ts';
import { fileBefore, keepRecords, stageFiles, stageNamed } from './stage-files.ts';

export interface RecordContext
  extends Omit<RunContext, 'files'>,
    Pick<Plan, 'batchWaitMs' | 'metricsPort' | 'queue'> {
  readonly folder: string;
  /** The inputs that addresses of the hub in `source.files` refer to. */
  readonly remote?: RemoteInputs | undefined;
  /** Begin at this stage, with what the stages before it left: its kind, or its place from 1. */
  readonly from?: string | undefined;
  /** The file of the pipeline as the user called it, for messages; its name when absent. */
  readonly file?: string | undefined;
}

/** The result of a run of records. */
export interface RunResult extends Outcome {
  /** Null in a dry run. */
  readonly score: ScoreObject | null;
  readonly models: Readonly<Record<string, string>>;
  readonly spent: ModelCounters;
  /** Of a pipeline that declares a grid; null in a dry run, and where it was stopped early. */
  readonly grid: GridObject | null;
}

/** The default when the caller has not resolved addresses of the hub. */
export const noRemote: RemoteInputs = async (address) => {
  const message = `${address}: this run reads files only; hand runPipeline remote inputs, or use latebench run`;
  throw new LateBenchError('LB_CONFIG', message);
};

/** Relative where that is shorter: reports and manifests are read on other machines. */
function nameOf({ name, source }: OpenInput): { path: string; source: string } {
  if (isRemote(name)) return { path: name, source };
  const short = relative('.', name);
  const path = short.startsWith('..') ? name : short;
  return { path, source: path };
}

/** Where a pipeline's records come from; of a run that begins later, from what the stage before left. */
export function pipelineSource({ source }: RecordPipeline, kept?: string): SourcePlan {
  const { files = [], synthetic, limit } = kept === undefined ? source : { files: [kept] };
  if (files.includes('-')) {
    const message = 'source.files: a pipeline reads its source again when it is resumed; name files, not -';
    throw new LateBenchError('LB_CONFIG', message);
  }
  if (files.length === 0 && synthetic === undefined) {
    const message = 'source: it names no records; give files, or synthetic for generated problems';
    throw new LateBenchError('LB_CONFIG', message);
  }
  return { files, synthetic, limitEach: limit, hash: true, nameOf };
}

/** The plan of a pipeline, for those who run it and for those who lay its records out. */
export function openPipelineSource(
  source: SourcePlan,
  { remote = noRemote, terminal }: Pick<RecordContext, 'remote' | 'terminal'>,
): Plan['source'] {
  return ({ policy, quiet }) =>
    openSource(source, {
      remote,
      onBad: (bad) => policy.reject(bad),
      say: quiet ? () => {} : terminal.say,
    });
}

function skippedStage({ use }: { readonly use: string }): { name: string; version: string; config: object } {
  return { name: use, version: 'kept', config: {} };
}

/** How far a run is, by the records that have come to an end. */
export const doneShare: NonNullable<Plan['doneShare']> = (source, tally, policy) => {
  const max = source.expected();
  return max === null || max === 0 ? null : Math.min(1, doneIn(tally, policy) / max);
};

/** The stages of a pipeline through which records flow, and the files of their run folder; `own`: further files. */
export async function runRecords(
  definition: RecordPipeline,
  context: RecordContext,
  own?: OwnFiles,
): Promise<RunResult> {
  const { folder, session, policy, remote = noRemote } = context;
  const { seed, name } = definition;
  const from = context.from === undefined ? 0 : stageNamed(definition, context.from);
  const behind = context.from === undefined ? null : await fileBefore(folder, definition, from);
  const first = behind === null ? 0 : behind.index + 1;
  const { maps: stages, reduction } = await planStages(definition.stages.slice(first), { first });
  const written = context.file ?? name;
  const source = await saidAt(written, async () => pipelineSource(definition, behind?.path));
  // Each of the many critics of a grid would keep all records.
  const kept = own === undefined ? await stageFiles(folder, definition) : [];
  // Workers read it before the run itself begins.
  if (context.queue !== undefined) await writeDeclaration(definition, context);
  let files: RunFiles | undefined;
  let outputs: readonly OutputDigest[] | undefined;
  const outcome = await runPlan(
    {
      label: name,
      written,
      seed,
      stages,
      reduction,
      sources: source.files,
      source: openPipelineSource(source, context),
      async sink() {
        files = await openRunFiles(definition, folder, own);
        return files.sink;
      },
      checked: async (built) => {
        const placed = ({ step }: BuiltStage, at: number) =>
          step === undefined ? [] : [{ ...step, place: stages[at]?.place }];
        rejectSameNames(built.flatMap(placed));
        await writeDeclaration(definition, context);
      },
      wholeOrNothing: true,
      summaries: false,
      folder,
      metricsPort: context.metricsPort,
      batchWaitMs: context.batchWaitMs,
      kept: definition.stages.slice(0, first).map(skippedStage),
      keep(at) {
        const file = kept.find(({ index }) => index === stages[at]?.place);
        return file === undefined ? undefined : (mayPublish) => keepRecords(file.path, mayPublish);
      },
      queue: context.queue,
      doneShare,
      async finished({ inputs, tally }) {
        // In a dry run there are none.
        const counts = countsOf(tally, policy);
        const spent = Object.fromEntries(session.counters.byModel);
        await files?.report({ inputs, counts, spent });
        if (files !== undefined) outputs = await outputDigests(folder);
      },
      manifest: () => ({
        command: `run ${name}${behind === null ? '' : ` --from ${context.from}`}`,
        source: definition.source,
        declaration: { stages: definition.stages, score: files?.scoring },
        outputs,
      }),
    },
    { ...context, files: namedFiles({ stdin: undefined, remote, source }) },
  );
  return {
    ...outcome,
    score: files?.collector.score() ?? null,
    models: files?.collector.models ?? {},
    spent: session.counters.total(),
    grid: null,
  };
}

/** `pipeline.json`: what a run folder says of its pipeline, to people and to workers. */
export async function writeDeclaration(
  definition: RecordPipeline,
  { folder, session }: Pick<RecordContext, 'folder' | 'session'>,
): Promise<void> {
  if (session.mode === 'dry') return;
  await mkdir(folder, { recursive: true, mode: privateFolder });
  await writeJsonAtomic(join(folder, 'pipeline.json'), definition);
}
