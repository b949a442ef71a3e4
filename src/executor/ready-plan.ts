// A plan's stages and those who listen to its calls. Some stages make calls while they are built, as for a threshold that
// is chosen on a split: these are heard too, and a signal ends them as it ends all others.
import { exitCodes, isLateBenchError } from '../errors.ts';
import { makeFolder } from '../storage/make-folder.ts';
import { privateFolder } from '../storage/private-files.ts';
import type { Tally } from '../stream/tally.ts';
import { buildPlan } from './built-plan.ts';
import type { Interruption } from './interruption.ts';
import { type Listeners, openListeners } from './listeners.ts';
import type { Outcome, Plan, RunContext } from './plan.ts';

function callsToBuild({ stages }: Plan): boolean {
  return stages.some(
    ({ stage, with: options }) => stage.kind === 'map' && stage.callsToBuild?.(options) === true,
  );
}

async function listen({ folder, metricsPort }: Plan, { session, terminal }: RunContext): Promise<Listeners> {
  const dry = session.mode === 'dry';
  if (folder !== undefined && !dry) await makeFolder(folder, privateFolder);
  const runFolder = dry ? undefined : folder;
  return openListeners({ metricsPort, runFolder, lastWord: session.tellBudget, say: terminal.say });
}

/** Null where a signal ended the calls that stages make to be built. A plan without stages or source leaves no folder. */
export async function readyPlan(plan: Plan, context: RunContext) {
  const early = callsToBuild(plan) ? await listen(plan, context) : undefined;
  try {
    const built = await buildPlan(plan, context);
    const source = await plan.source({ policy: context.policy, quiet: false });
    return { ...built, source, listeners: early ?? (await listen(plan, context)) };
  } catch (error) {
    await early?.close();
    const stopped = isLateBenchError(error) && error.code === 'LB_ABORTED';
    if (!stopped || context.interruption.exitCode === undefined) throw error;
    return null;
  }
}

/** Of a plan that ended before its first record. */
export function interruptedOutcome(tally: Tally, { exitCode = exitCodes.ok }: Interruption): Outcome {
  return {
    ending: 'abandoned',
    complete: false,
    tally,
    inputs: [],
    result: null,
    reason: undefined,
    exitCode,
  };
}
