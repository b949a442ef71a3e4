// What is known to be wrong with a pipeline of records before its first call, whether it is to run or only to be planned.
import { rejectSameNames } from '../critic/critic-names.ts';
import type { RemoteInputs } from '../datasets/open-inputs.ts';
import { type PlannedReduction, type PlannedStage, planStages } from '../executor/build-plan.ts';
import { checkBuild } from '../executor/built-plan.ts';
import { namedFiles } from '../executor/named-files.ts';
import type { Plan, RunContext } from '../executor/plan.ts';
import { saidAt } from '../executor/said-at.ts';
import { openSource, type SourcePlan } from '../executor/source.ts';
import type { BuiltStage } from '../stages/define.ts';
import { checkNamesInRecords, criticsMade } from './names-in-records.ts';
import { noRemote, openPipelineSource, pipelineSource } from './pipeline-source.ts';
import type { RecordPipeline } from './schema.ts';
import { fileBefore, stageNamed } from './stage-files.ts';

interface CheckContext extends Omit<RunContext, 'files'> {
  readonly folder: string;
  readonly remote?: RemoteInputs | undefined;
  readonly from?: string | undefined;
  readonly file?: string | undefined;
  /** USD per million tokens as the user gave them: `in=X,out=Y`. */
  readonly price?: string | undefined;
}

/** Critics and fields that the stages name. Throws LB_CONFIG, with the place in the pipeline. */
export async function checkNames(
  {
    definition,
    source,
    stages,
    reduction,
    built,
  }: DeclaredStages & { readonly built: readonly BuiltStage[] },
  { remote = noRemote }: Pick<CheckContext, 'remote'>,
): Promise<void> {
  rejectSameNames(criticsMade(stages, built));
  await checkNamesInRecords({
    ...{ stages, reduction, built, by: definition.score?.by ?? [] },
    async source() {
      // What cannot be read is told, and kept, when the run reads it.
      const opened = await openSource({ ...source, hash: false }, { remote, onBad: () => {}, say: () => {} });
      return opened.groups;
    },
  });
}

interface DeclaredStages {
  readonly definition: RecordPipeline;
  readonly source: SourcePlan;
  readonly stages: readonly PlannedStage[];
  readonly reduction: PlannedReduction | null;
}

/** The stages that a run has before it, and where their records come from. */
export async function declaredStages(
  definition: RecordPipeline,
  context: Pick<CheckContext, 'folder' | 'from' | 'file'>,
) {
  const from = context.from === undefined ? 0 : stageNamed(definition, context.from);
  const behind = context.from === undefined ? null : await fileBefore(context.folder, definition, from);
  const first = behind === null ? 0 : behind.index + 1;
  const { maps: stages, reduction } = await planStages(definition.stages.slice(first), { first });
  const written = context.file ?? definition.name;
  const source = await saidAt(written, async () => pipelineSource(definition, behind?.path));
  return { definition, written, behind, first, stages, reduction, source };
}

/**
 * Builds all stages as a run does before its first call, and makes none.
 *
 * @throws LB_CONFIG, LB_USAGE and what else ends a run before it begins
 */
export async function checkRecords(definition: RecordPipeline, context: CheckContext): Promise<void> {
  const declared = await declaredStages(definition, context);
  const { written, stages, reduction, source } = declared;
  const plan: Plan = {
    ...{ label: definition.name, written, seed: definition.seed, stages, reduction, sources: source.files },
    source: openPipelineSource(source, context),
    sink: () => Promise.reject(new Error('a check writes no records')),
    checked: (built) => checkNames({ ...declared, built }, context),
    ...{ wholeOrNothing: true, summaries: false, price: context.price },
    manifest: () => ({ command: definition.name }),
  };
  await checkBuild(plan, { ...context, files: filesOf(source, context) });
}

export function filesOf(source: SourcePlan, { remote = noRemote }: Pick<CheckContext, 'remote'>) {
  return namedFiles({ stdin: undefined, remote, source });
}
