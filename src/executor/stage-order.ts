// Orders of stages in which work would be lost that is paid for, or in which a stage gets what it cannot read.
import { LateBenchError } from '../errors.ts';
import type { PlannedReduction, PlannedStage } from './build-plan.ts';

/**
 * What a stage would throw away of the records that come to it: their critiques, or records themselves, whatever critics
 * said of them; null for nothing.
 */
function discarded({ stage, with: options }: PlannedStage): 'critiques' | 'records' | null {
  if (stage.kind === 'stream') return 'records';
  if (stage.discardsCritiques?.(options) !== true) return null;
  return stage.onlyChooses === true ? 'records' : 'critiques';
}

/** Throws where a stage would throw the critiques of an earlier one away before anybody has read them. */
function checkCritiques(stages: readonly PlannedStage[]): void {
  let unread: { readonly use: string; readonly place: number; readonly paid: boolean } | undefined;
  for (const planned of stages) {
    const { use, place, stage, with: options } = planned;
    if (stage.kind === 'map' && stage.readsCritiques?.(options) === true) unread = undefined;
    const what = discarded(planned);
    // A sample of what cost nothing is no loss.
    if (unread !== undefined && what !== null && (what === 'critiques' || unread.paid)) {
      const which = what === 'critiques' ? 'the critiques' : 'records with critiques';
      const message = `stages.${place}: ${use} discards ${which} that ${unread.use} (stages.${unread.place}) is paid for: put ${use} before ${unread.use}`;
      throw new LateBenchError('LB_CONFIG', message);
    }
    if (stage.kind === 'map' && stage.adds === 'critique') {
      unread = { use, place, paid: stage.needs(options).length > 0 };
    }
  }
}

/** Throws where a stage for records would follow one that leaves rows in the layout of another project. */
function checkLayouts(stages: readonly PlannedStage[], reduction: PlannedReduction | null): void {
  const at = stages.findIndex(({ stage }) => stage.kind === 'map' && stage.ports.main === 'layout');
  if (at === -1) return;
  const { use, place } = stages[at]!;
  const reads = stages
    .slice(at + 1)
    .find(({ stage }) => stage.kind === 'map' && stage.ports.in === 'records');
  const next =
    reads ?? (reduction === null ? undefined : { use: reduction.stage.name, place: reduction.place });
  if (next === undefined) return;
  const message = `stages.${next.place}: ${next.use} reads records, and ${use} (stages.${place}) leaves rows of another layout: put ${use} last`;
  throw new LateBenchError('LB_CONFIG', message);
}

/** @throws LB_CONFIG */
export function checkOrder(stages: readonly PlannedStage[], reduction: PlannedReduction | null): void {
  checkCritiques(stages);
  checkLayouts(stages, reduction);
}
