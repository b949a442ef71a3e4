// Critics that stages name in their options, looked for before the first call: a name that nobody has would be met only
// when the critics before it have been paid.
import { isLateBenchError } from '../errors.ts';
import { checkNames, type NamedCritics } from '../records/missing-name.ts';
import type { Solution } from '../records/solution.ts';
import { buildStages, type PlannedStage } from './build-plan.ts';
import { placeIn, stageContext } from './built-plan.ts';
import type { Plan, RunContext } from './plan.ts';
import { saidAt } from './said-at.ts';

interface Asked {
  /** The stage that names them, for messages. */
  readonly where: string | undefined;
  readonly names: readonly NamedCritics[];
  /** The stages of the plan that come before it. */
  readonly before: readonly PlannedStage[];
}

type Planned = Pick<Plan, 'seed' | 'written' | 'stages' | 'reduction' | 'sources'>;

function namedIn({ written, stages, reduction }: Planned): readonly Asked[] {
  const all = [...stages, ...(reduction == null ? [] : [reduction])];
  return all.flatMap((planned, at) => {
    const { stage, with: options } = planned;
    const names = (stage.kind === 'stream' ? [] : (stage.namesCritics?.(options) ?? [])).filter(
      ({ critics }) => critics.length > 0,
    );
    const where = placeIn(written, planned) ?? stage.name;
    return names.length === 0 ? [] : [{ where, names, before: stages.slice(0, at) }];
  });
}

function addsCritique({ stage }: PlannedStage): boolean {
  return stage.kind === 'map' && stage.adds === 'critique';
}

/** The names of the critics of the plan, by their stages. */
async function madeBy(plan: Planned, context: RunContext): Promise<ReadonlyMap<PlannedStage, string>> {
  const critics = plan.stages.filter(addsCritique);
  const session = context.session.dryRun();
  try {
    const terminal = { ...context.terminal, say: () => {} };
    const quiet = stageContext(plan, { ...context, session, terminal });
    const built = await buildStages(critics, quiet, plan.written);
    return new Map(critics.map((critic, at) => [critic, String(built[at]?.step?.config.critic)]));
  } finally {
    await session.close();
  }
}

/** Adds critics of the source to `known` until the names are all there; false where the source cannot be looked through. */
async function lookThrough(
  { files }: RunContext,
  names: readonly string[],
  known: Set<string>,
): Promise<boolean> {
  // A source that can be read only once, or that is not there yet, says so itself when it is read.
  const source = await Promise.resolve()
    .then(() => files.records(''))
    .catch((error: unknown) => {
      if (!isLateBenchError(error)) throw error;
      return null;
    });
  if (source === null) return false;
  for await (const group of source.groups) {
    for (const { critiques } of group as readonly Partial<Solution>[]) {
      if (!Array.isArray(critiques)) continue;
      for (const { critic } of critiques) known.add(String(critic));
    }
    if (names.every((name) => known.has(name))) return true;
  }
  return true;
}

/** @throws LB_USAGE where a stage behind paid calls names a critic that neither the plan nor its source has */
export async function checkNamedCritics(plan: Planned, context: RunContext): Promise<void> {
  const asked = namedIn(plan).filter(({ before }) => before.some(({ needs }) => needs.length > 0));
  if (asked.length === 0) return;
  const made = await madeBy(plan, context);
  for (const { where, names, before } of asked) {
    const known = new Set(before.flatMap((stage) => made.get(stage) ?? []));
    const missing = names.flatMap(({ critics }) => critics).filter((name) => !known.has(name));
    if (missing.length === 0 || !(await lookThrough(context, missing, known))) continue;
    await saidAt(where, async () => {
      for (const { option, critics } of names) {
        checkNames(critics, known, {
          option,
          nothing: 'no critic before it, and none of the source, has this name',
        });
      }
    });
  }
}
