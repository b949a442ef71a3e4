// Whole pipelines as a function: one of the package by its name, or a declaration of the program's own.
import { join } from 'node:path';
import { declaredFlags } from '../pipeline/declared-config.ts';
import type { PipelineResult } from '../pipeline/run.ts';
import type { RunLock } from '../pipeline/run-lock.ts';
import type { WrittenPipeline } from '../pipeline/schema.ts';
import { wrongArgument } from '../records/wrong-argument.ts';
import { closeAll } from '../storage/close-all.ts';
import { openLibrary, type RunSettings } from './open-library.ts';

/** Settings of `runPipeline`: those of `run`, and the stage at which to start. */
export interface PipelineSettings extends RunSettings {
  /**
   * Start at this stage with the records that the earlier stages left in `folder`: its kind (`critic`), or its position
   * counted from 1 (`'2'`). Default: the first stage.
   */
  readonly from?: string;
}

/**
 * Runs a pipeline into a folder: `runs/NAME` unless the settings name one. Running it again resumes, and no reply is
 * paid for twice.
 *
 * @param pipeline The name of a pipeline of the package, the path of a file, or a declaration.
 * @param settings Settings, each with a default; seed, endpoints and budget default to the pipeline's own.
 * @returns The outcome: results of the records in `records`, results of its jobs in `jobs`.
 * @throws LB_CONFIG for a pipeline that cannot run as declared, LB_ENDPOINT_CONFIG where a stage has no endpoint, LB_BUSY
 * where a pipeline is running in the folder, and any error that ended the run.
 * @example
 * const { records } = await runPipeline('quickstart');
 */
export async function runPipeline(
  pipeline: string | WrittenPipeline,
  settings: PipelineSettings = {},
): Promise<PipelineResult> {
  if (typeof pipeline !== 'string' && (typeof pipeline !== 'object' || pipeline === null))
    throw wrongArgument('runPipeline', 'the name of a pipeline, a path or a definition', pipeline);
  const [{ checkPipeline, loadPipeline }, { runPipeline: runIn }, { lockRunFolder }] = await Promise.all([
    import('../pipeline/load.ts'),
    import('../pipeline/run.ts'),
    import('../pipeline/run-lock.ts'),
  ]);
  const loaded =
    typeof pipeline === 'string'
      ? await loadPipeline(pipeline)
      : await checkPipeline(pipeline, pipeline.name ?? 'runPipeline');
  const { from, ...common } = settings;
  const { seed = loaded.seed, folder = join('runs', loaded.name), budget = loaded.budget } = common;
  const definition = { ...loaded, seed };
  const own = { ...common, seed, folder, ...(budget === undefined ? {} : { budget }) };
  const declared = declaredFlags(definition, settings.endpoint, 'endpoint');
  const library = openLibrary(own, definition.stages as [], declared);
  const { session, terminal, interruption, errors, remote } = library;
  let lock: RunLock | undefined;
  try {
    if (common.mode !== 'dry') lock = await lockRunFolder(folder);
    const result = await runIn(definition, {
      ...{ session, terminal, interruption, folder, remote, policy: errors.policy },
      from,
      price: budget?.price,
    });
    if (result.reason !== undefined) throw result.reason;
    if (result.complete) lock?.done();
    return result;
  } finally {
    await closeAll([() => library.close(), () => lock?.release()]);
  }
}
