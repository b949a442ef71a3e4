// The parts of a plan that run one after the other: jobs, and stages in between through which records flow. What one
// part leaves is what the next one takes.
import { isLateBenchError, LateBenchError } from '../errors.ts';
import type { Port } from '../stages/define-job.ts';
import type { StageUse } from '../stream/records-plan.ts';
import { checkedStage, type PlannedJob, planStages } from './build-plan.ts';

/** Stages through which records flow, from a map to at most one reduction at the end. */
export interface RecordSegment {
  readonly kind: 'records';
  /** Of its first stage, from 0. */
  readonly place: number;
  readonly uses: readonly StageUse[];
  readonly leaves: Port;
}

export interface JobSegment {
  readonly kind: 'job';
  readonly place: number;
  readonly job: PlannedJob;
  readonly leaves: Port;
}

export type Segment = RecordSegment | JobSegment;

function wrong(place: number, message: string): LateBenchError {
  return new LateBenchError('LB_CONFIG', `stages.${place}: ${message}`);
}

/** What a stage says against its options says where in the pipeline it is. */
async function checkedAt(place: number, use: StageUse): ReturnType<typeof checkedStage> {
  try {
    const checked = await checkedStage(use);
    // What its options ask for beside it is checked too.
    if (checked.stage.kind === 'map') await planStages([use], { first: place });
    return checked;
  } catch (cause) {
    if (!isLateBenchError(cause) || cause.code !== 'LB_CONFIG') throw cause;
    throw new LateBenchError('LB_CONFIG', `stages.${place}: ${cause.message}`, { cause });
  }
}

const words: Readonly<Record<Port, string>> = {
  records: 'records',
  pool: 'a pool',
  dataset: 'a dataset',
  none: 'nothing',
};

/**
 * Everything that can be known of the stages without running one is checked here.
 *
 * @throws LB_CONFIG for no stage, for options that a stage does not take, where one takes what the one before does not
 * leave, and where one would throw away what the one before was paid for
 */
export async function segmentsOf(uses: readonly StageUse[]): Promise<readonly Segment[]> {
  if (uses.length === 0) throw new LateBenchError('LB_CONFIG', 'stages: there is none; name at least one');
  const segments: Segment[] = [];
  for (const [place, use] of uses.entries()) {
    const { stage, options } = await checkedAt(place, use);
    const before = segments.at(-1);
    if (stage.kind === 'job') {
      const { takes, ports } = stage;
      if (use.with[takes] === undefined && before !== undefined && before.leaves !== ports.in) {
        const message = `${use.use} takes ${words[ports.in]}, and what comes before leaves ${words[before.leaves]}: name it (${takes})`;
        throw wrong(place, message);
      }
      const job = { use: use.use, with: options, given: use.with, stage };
      segments.push({ kind: 'job', place, job, leaves: ports.main });
      continue;
    }
    const leaves = stage.kind === 'reduce' ? 'none' : 'records';
    if (before?.kind === 'records' && before.leaves === 'records') {
      segments[segments.length - 1] = { ...before, uses: [...before.uses, use], leaves };
    } else if (before?.kind === 'records' && before.leaves === 'none' && stage.kind === 'reduce') {
      const last = before.uses.at(-1)!.use;
      throw wrong(
        place,
        `${last} and ${use.use} both need all records at the end: leave one of them out (a run with critics writes summary.json and report.html without either)`,
      );
    } else if (before !== undefined && before.leaves !== 'records' && before.leaves !== 'dataset') {
      throw wrong(
        place,
        `${use.use} reads records, and what comes before leaves ${words[before.leaves]}: put it first`,
      );
    } else segments.push({ kind: 'records', place, uses: [use], leaves });
  }
  for (const segment of segments) {
    if (segment.kind === 'records') await planStages(segment.uses, { first: segment.place });
  }
  return segments;
}
