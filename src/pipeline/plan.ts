// What a run would do, without a call: how many records reach the first stage that calls a model, and how many calls
// each stage can come to at most. Reading the source and running the filters is all it takes.
import type { Role } from '../config/settings.ts';
import { noSink } from '../storage/no-sink.ts';
import type { Row } from '../storage/rows.ts';
import { buildStage, rolesOf } from './build-stage.ts';
import { type PassContext, passRecords } from './pass.ts';
import type { RecordPipeline, StageDeclaration } from './schema.ts';
import { fileBefore, stageNamed } from './stage-files.ts';

export interface PlannedStage {
  readonly place: number;
  readonly use: string;
  readonly with: Readonly<Record<string, unknown>>;
  readonly roles: readonly Role[];
  /** Calls at most, replies that are paid for included; by role. Null for a stage that is not run. */
  readonly calls: Readonly<Partial<Record<Role, number>>> | null;
}

export interface Plan {
  /** Records of the source, and those that reach the first stage that calls a model. */
  readonly read: number;
  readonly reaching: number;
  readonly stages: readonly PlannedStage[];
}

/** Upper bounds: an injection may succeed at once, and a record may be dropped before a later stage. */
function mostCalls(stage: StageDeclaration, records: number): PlannedStage['calls'] {
  switch (stage.use) {
    case 'filter':
      return {};
    case 'inject': {
      const { maxAttempts = 3, verifyVotes = 0 } = stage.with;
      const inject = records * maxAttempts;
      return verifyVotes === 0 ? { inject } : { inject, critic: inject * verifyVotes };
    }
    case 'difficulty':
      return { critic: records * stage.with.votes };
    case 'classify':
    case 'judge':
      return { critic: records };
    case 'critic':
      return { critic: records * (stage.with.votes ?? 1) };
  }
}

/** What a run would do: records that reach each stage, and calls at most. */
export async function planPipeline(
  definition: RecordPipeline,
  context: PassContext & { readonly folder: string | undefined; readonly from?: string | undefined },
): Promise<Plan> {
  const { folder, from } = context;
  const { stages, seed } = definition;
  const behind =
    from === undefined || folder === undefined
      ? null
      : fileBefore(folder, definition, stageNamed(definition, from));
  const first = stages.findIndex(
    (stage, index) => rolesOf(stage).length > 0 && index > (behind?.index ?? -1),
  );
  const free = stages.slice(0, first === -1 ? stages.length : first);
  const endpoint = (): never => {
    throw new Error('a plan opens no endpoint');
  };
  const steps = await Promise.all(free.map((stage) => buildStage(stage, { seed, concurrency: 1, endpoint })));
  let reaching = 0;
  const sink = {
    ...noSink,
    write(_row: Row) {
      reaching += 1;
    },
  };
  await passRecords({ definition, steps, behind, keep: [], sink }, context);
  return {
    read: context.tally.read,
    reaching,
    stages: stages.map((stage, index) => ({
      place: index + 1,
      use: stage.use,
      with: stage.with,
      roles: rolesOf(stage),
      calls: behind !== null && index <= behind.index ? null : mostCalls(stage, reaching),
    })),
  };
}
