// Runs a pipeline into a run folder: pipeline.json first, then records, results, figures and reports, and the manifest
// last. Everything is built, and so checked, before the first call.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { endpointConfig } from '../config/endpoint-config.ts';
import { type Config, wholeNumber } from '../config/resolve.ts';
import type { Role } from '../config/settings.ts';
import type { ChatEndpoint } from '../endpoints/chat.ts';
import type { ModelLedger } from '../endpoints/ledger.ts';
import type { ScoreObject } from '../records/score.ts';
import { writeJsonAtomic } from '../storage/atomic-write.ts';
import { writeManifest } from '../storage/manifest.ts';
import { noSink } from '../storage/no-sink.ts';
import type { StageStep } from '../stream/step.ts';
import { buildStage, rolesOf } from './build-stage.ts';
import { refuseNamesakes } from './critic-names.ts';
import type { Endpoints } from './open-endpoint.ts';
import { type PassContext, passRecords } from './pass.ts';
import { openRunFiles } from './run-files.ts';
import type { RecordPipeline } from './schema.ts';
import { settleBatches } from './settle-batches.ts';
import { fileBefore, stageFiles, stageNamed } from './stage-files.ts';

export interface RunContext extends PassContext {
  readonly folder: string;
  readonly config: Config;
  readonly endpoints: Endpoints;
  /** Begin at this stage, with what the stages before it left: its kind, or its place from 1. */
  readonly from?: string | undefined;
  /** Where calls go by way of batches: how long to wait for them, in milliseconds. */
  readonly batchWaitMs?: number | undefined;
}

export interface RunResult {
  readonly complete: boolean;
  readonly score: ScoreObject;
  readonly models: Readonly<Record<string, string>>;
  readonly spent: ModelLedger;
}

/** Opens each role's endpoint once, and once more for each other model that is named. */
export function endpointByRole(
  config: Config,
  endpoints: Pick<Endpoints, 'open'>,
): (role: Role, model?: string) => Promise<ChatEndpoint> {
  const opened = new Map<string, Promise<ChatEndpoint>>();
  return (role, model) => {
    const configured = endpointConfig(config, role);
    const wanted = { ...configured, model: model ?? configured.model };
    const key = `${role} ${wanted.model}`;
    const known = opened.get(key) ?? endpoints.open(wanted);
    opened.set(key, known);
    return known;
  };
}

export async function runPipeline(definition: RecordPipeline, context: RunContext): Promise<RunResult> {
  const { folder, config, endpoints, policy, tally } = context;
  const { seed, stages } = definition;
  const from = context.from === undefined ? 0 : stageNamed(definition, context.from);
  const behind = context.from === undefined ? null : fileBefore(folder, definition, from);
  const endpoint = endpointByRole(config, endpoints);
  const concurrency = wholeNumber(config, 'concurrency', 1) ?? 1;
  // Some stages remember what they have seen: each pass has its own.
  const build = async (): Promise<StageStep[]> => {
    const built: StageStep[] = [];
    for (const [index, stage] of stages.entries()) {
      // A stage that is not run needs no endpoint.
      const skipped = behind !== null && index <= behind.index;
      built.push(skipped ? skippedStep(stage.use) : await buildStage(stage, { seed, concurrency, endpoint }));
    }
    return built;
  };
  const steps = await build();
  refuseNamesakes(steps);
  await mkdir(folder, { recursive: true });
  await writeJsonAtomic(join(folder, 'pipeline.json'), definition);
  if (endpoints.desks.length > 0) {
    await settleBatches({
      desks: endpoints.desks,
      longestMs: context.batchWaitMs ?? Number.POSITIVE_INFINITY,
      signal: context.stopReading,
      onStop: context.onStop,
      async pass(counted) {
        const plan = { definition, steps: await build(), behind, keep: [], sink: noSink };
        await passRecords(plan, { ...context, ...counted });
      },
    });
  }
  const files = await openRunFiles(definition, folder, steps);
  const sink = {
    ...files.sink,
    write(row: Parameters<typeof files.sink.write>[0]) {
      policy.accepted();
      return files.sink.write(row);
    },
  };
  const keep = stageFiles(folder, definition);
  const { complete, inputs } = await passRecords({ definition, steps, behind, keep, sink }, context);

  const counts = {
    read: tally.read,
    written: tally.written,
    dropped: Object.fromEntries(tally.drops),
    bad: policy.rejected,
  };
  if (complete) await files.report({ inputs, counts, spent: Object.fromEntries(endpoints.ledger.byModel) });
  const run = stages.filter((_, index) => behind === null || index > behind.index);
  const roles = [...new Set(run.flatMap(rolesOf))];
  await writeManifest(join(folder, 'manifest.json'), {
    command: `run ${definition.name}${behind === null ? '' : ` --from ${context.from}`}`,
    inputs,
    stages: steps.map(({ name, version, config: stageConfig }) => ({ name, version, config: stageConfig })),
    endpoints: await Promise.all(
      roles.map(async (role) => {
        const { name, model } = await endpoint(role);
        return { role, name, model };
      }),
    ),
    seed,
    counts,
    complete,
    source: definition.source,
    declaration: { stages: definition.stages, score: files.scoring },
  });
  return {
    complete,
    score: files.collector.score(),
    models: files.collector.models,
    spent: endpoints.ledger.total(),
  };
}

/** Stands for a stage whose records come from its file. */
function skippedStep(name: string): StageStep {
  return {
    name,
    version: 'kept',
    config: {},
    open: () => {
      throw new Error(`${name} is not to be run`);
    },
  };
}
