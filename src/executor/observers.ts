// What happens to records at the end of the stages: observers see them, side ports take theirs, a limit counts them.
import { dirname } from 'node:path';
import type { BuiltStage, Observer } from '../stages/define.ts';
import { writeFileAtomic } from '../storage/atomic-write.ts';
import { makeFolder } from '../storage/make-folder.ts';
import type { Row } from '../storage/rows.ts';
import type { Sink } from '../storage/sink.ts';
import type { ErrorPolicy } from '../stream/error-policy.ts';
import type { StageStep } from '../stream/step.ts';
import type { Plan } from './plan.ts';

/** The stages that change records, as a manifest lists them. */
export function stepsOf(stages: readonly BuiltStage[]): readonly StageStep[] {
  return stages.flatMap(({ step, onlyChecks }) => (step === undefined || onlyChecks ? [] : [step]));
}

export function observersOf(plan: Plan, stages: readonly BuiltStage[], dry: boolean): readonly Observer[] {
  const context = {
    seed: plan.seed,
    folder: dry ? undefined : plan.folder,
    sources: plan.sources,
    dry,
    stages: stepsOf(stages),
    async write(path: string, text: string) {
      if (dry) return;
      await makeFolder(dirname(path));
      await writeFileAtomic(path, text);
    },
  };
  return [...stages.flatMap(({ observe }) => observe?.(context) ?? []), ...(plan.observers ?? [])];
}

async function observe(observers: readonly Observer[], row: Row): Promise<void> {
  for (const observer of observers) await observer.add(row);
}

/** What happens to a record at the end of the stages: true writes it. Synchronous where all observers are. */
export function acceptance(
  { limit, side, stages }: Plan,
  observers: readonly Observer[],
  sideSink: Sink | undefined,
  { accepted }: ErrorPolicy,
  enough: AbortController,
): (row: Row) => boolean | Promise<boolean> {
  const takers = stages.flatMap(({ stage }) => (stage.kind === 'map' ? (stage.ports.side?.takes ?? []) : []));
  const leaves = (row: Row): boolean => takers.some((takes) => takes(row));
  let written = 0;
  const count = (): true => {
    written += 1;
    if (written === limit) enough.abort();
    return true;
  };
  const divert = (row: Row): boolean | Promise<boolean> => {
    if (side === undefined || !leaves(row)) return count();
    const more = sideSink?.write(row);
    if (more === undefined) return side.keep && count();
    return more.then(() => side.keep && count());
  };
  const wait = async (adding: Promise<void>, row: Row, from: number): Promise<boolean> => {
    await adding;
    await observe(observers.slice(from), row);
    return divert(row);
  };
  return (row) => {
    if (limit !== undefined && written >= limit) return false;
    accepted();
    for (const [at, observer] of observers.entries()) {
      const adding = observer.add(row);
      if (adding !== undefined) return wait(adding, row, at + 1);
    }
    return divert(row);
  };
}
