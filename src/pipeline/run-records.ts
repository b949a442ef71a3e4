// Runs a pipeline of records into a run folder: pipeline.json first, then records, results, metrics and reports, and the
// manifest last. Everything is built, and so checked, before the first call.

import { join } from 'node:path';
import type { RemoteInputs } from '../datasets/open-inputs.ts';
import type { ModelCounters } from '../endpoints/usage-counters.ts';
import type { Outcome, Plan, RunContext } from '../executor/plan.ts';
import { doneIn } from '../executor/progress.ts';
import { countsOf, runPlan } from '../executor/run-plan.ts';
import type { GridObject } from '../records/grid.ts';
import type { ScoreObject } from '../records/score.ts';
import { writeJsonAtomic } from '../storage/atomic-write.ts';
import { createFolder } from '../storage/make-folder.ts';
import { privateFolder } from '../storage/private-files.ts';
import { checkNames, declaredStages, filesOf } from './check-records.ts';
import { type OutputDigest, outputDigests } from './output-digests.ts';
import { openPipelineSource } from './pipeline-source.ts';
import { type OwnFiles, openRunFiles, type RunFiles } from './run-files.ts';
import { declarationFile } from './run-lock.ts';
import type { RecordPipeline } from './schema.ts';
import { keepRecords, stageFiles } from './stage-files.ts';

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
  const { folder, session, policy } = context;
  const { seed, name } = definition;
  const { written, behind, first, stages, reduction, source } = await declaredStages(definition, context);
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
        files = await openRunFiles(
          definition,
          folder,
          reduction === null ? context.terminal.say : () => {},
          own,
        );
        return files.sink;
      },
      checked: async (built) => {
        await checkNames({ definition, source, stages, reduction, built }, context);
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
    { ...context, files: filesOf(source, context) },
  );
  return {
    ...outcome,
    score: files?.collector.score() ?? null,
    models: files?.collector.models ?? {},
    spent: session.counters.total(),
    grid: null,
  };
}

export async function writeDeclaration(
  definition: RecordPipeline,
  { folder, session }: Pick<RecordContext, 'folder' | 'session'>,
): Promise<void> {
  if (session.mode === 'dry') return;
  await createFolder(folder, privateFolder);
  await writeJsonAtomic(join(folder, declarationFile), definition);
}
