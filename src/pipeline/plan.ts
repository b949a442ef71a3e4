// What a run would do, without a call: how many records reach the first stage that calls a model, and how many calls
// each stage can come to at most. Reading the source and running the stages before that one is all it takes.
import type { Role } from '../config/setting-table.ts';
import { buildStages, planStages } from '../executor/build-plan.ts';
import { namedFiles } from '../executor/named-files.ts';
import { saidAt } from '../executor/said-at.ts';
import { noSink } from '../storage/no-sink.ts';
import type { Row } from '../storage/rows.ts';
import { type PassContext, passRecords } from '../stream/pass.ts';
import { noRemote, openPipelineSource, pipelineSource } from './pipeline-source.ts';
import type { RecordContext } from './run-records.ts';
import type { RecordPipeline } from './schema.ts';
import { fileBefore, stageNamed } from './stage-files.ts';

/** What one stage of a pipeline would do. */
export interface PipelineStagePlan {
  /** Place in the pipeline, from 1. */
  readonly place: number;
  /** Name of the stage. */
  readonly use: string;
  /** Its options, as they were given. */
  readonly with: Readonly<Record<string, unknown>>;
  /** Roles whose endpoints it calls. */
  readonly roles: readonly Role[];
  /** Maximum number of calls by role, stored replies included. Null for a stage that is not run. */
  readonly calls: Readonly<Partial<Record<Role, number>>> | null;
}

/** What a run of a pipeline would do. */
export interface PipelinePlan {
  /** Records of the source. */
  readonly read: number;
  /** Records that reach the first stage that calls a model. */
  readonly reaching: number;
  /** One entry per stage, in their order. */
  readonly stages: readonly PipelineStagePlan[];
}

/**
 * Counts what a run would do, without a call: it reads the source and runs the stages before the first one that calls
 * a model. Nothing is written.
 *
 * @param definition A pipeline of record stages, as `pipelineSchema` parses it.
 * @param context The settings of a run; `from` names the stage to start at, with the records that the stage before it
 * left in `folder`.
 * @returns Records that reach the first calling stage, and the maximum number of calls of each stage.
 * @throws LB_CONFIG for a pipeline that cannot run as declared, LB_INPUT_MISSING for a missing source.
 */
export async function planPipeline(
  definition: RecordPipeline,
  {
    folder,
    from,
    ...context
  }: PassContext &
    Pick<RecordContext, 'remote' | 'terminal' | 'from' | 'file'> & { readonly folder: string | undefined },
): Promise<PipelinePlan> {
  const { stages, seed } = definition;
  const behind =
    from === undefined || folder === undefined
      ? null
      : await fileBefore(folder, definition, stageNamed(definition, from));
  const declared = await Promise.all(stages.map((stage) => planStages([stage])));
  const first = behind === null ? 0 : behind.index + 1;
  const calling = declared.findIndex(
    (one, at) => at >= first && one.maps.some(({ needs }) => needs.length > 0),
  );
  const free = declared.slice(first, calling === -1 ? undefined : calling).flatMap(({ maps }) => maps);
  const written = context.file ?? definition.name;
  const source = await saidAt(written, async () => pipelineSource(definition, behind?.path));
  const endpoint = (): never => {
    throw new Error('a plan opens no endpoint');
  };
  const built = await buildStages(
    free,
    {
      seed,
      concurrency: 1,
      endpoint,
      ...namedFiles({ stdin: undefined, remote: context.remote ?? noRemote, source }),
      sources: source.files,
      dry: true,
      say: context.terminal.say,
    },
    written,
  );
  let reaching = 0;
  const sink = {
    ...noSink,
    write(_row: Row) {
      reaching += 1;
    },
  };
  const { groups } = await openPipelineSource(source, context)({ policy: context.policy, quiet: false });
  await passRecords({ groups, links: built, sink }, context);
  context.policy.finish();
  return {
    read: context.tally.read,
    reaching,
    stages: declared.map((one, index) => {
      const needs = one.maps.flatMap((stage) => stage.needs);
      const calls: Partial<Record<Role, number>> = {};
      for (const { role, callsPerRecord } of needs) {
        calls[role] = (calls[role] ?? 0) + reaching * callsPerRecord;
      }
      return {
        place: index + 1,
        use: stages[index]!.use,
        with: stages[index]!.with,
        roles: [...new Set(needs.map(({ role }) => role))],
        calls: index < first ? null : calls,
      };
    }),
  };
}
