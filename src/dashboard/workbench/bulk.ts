// One action over all records of a filter: asked for with its estimate, begun by a press, stopped by another. What is done
// is kept record by record, so a job that was stopped or whose server died is begun again at no cost for what was done.
import { randomUUID } from 'node:crypto';
import { describeError, LateBenchError } from '../../errors.ts';
import type { BulkRequest, BulkState, CallEstimate } from '../api.ts';
import type { Source } from '../sources/source.ts';
import type { Workbench } from './workbench.ts';

/** More is for a command, which has a run folder, a budget and resumes by itself. */
const maxRecords = 1000;
/** Records at once; the endpoint has its own limit of calls. */
const atOnce = 4;
const maxJobs = 50;

export interface BulkJobs {
  /** Of one record like the first that the action can be done on. */
  estimate(source: Source, request: BulkRequest, rows: readonly number[]): Promise<CallEstimate>;
  start(source: Source, request: BulkRequest, rows: readonly number[]): BulkState;
  /** What runs on a source, so that a page that is opened again can show and stop it; the latest of several. */
  running(source: string, action: BulkRequest['action']): BulkState | null;
  state(id: string): BulkState;
  stop(id: string): BulkState;
}

interface Job {
  readonly id: string;
  readonly source: string;
  readonly action: BulkRequest['action'];
  readonly total: number;
  done: number;
  failed: number;
  lastError: string | null;
  state: BulkState['state'];
}

const stateOf = ({ source: _, action: __, ...state }: Job): BulkState => ({ ...state });

/** Records that are looked at for one that the action can be done on. */
const maxTried = 20;

export function createBulkJobs(workbench: Workbench): BulkJobs {
  const jobs = new Map<string, Job>();

  function checkSize(rows: readonly number[]): void {
    if (rows.length === 0) throw new LateBenchError('LB_USAGE', 'no record is chosen');
    if (rows.length <= maxRecords) return;
    throw new LateBenchError(
      'LB_USAGE',
      `${rows.length} records: at most ${maxRecords} at once here; use latebench critic or latebench inject for more`,
    );
  }
  function jobOf(id: string): Job {
    const job = jobs.get(id);
    if (job === undefined) throw new LateBenchError('LB_INPUT_MISSING', 'this server does not know the job');
    return job;
  }
  async function perform(source: Source, request: BulkRequest, row: number): Promise<void> {
    const { source: id, annotator, options } = request;
    if (request.action === 'critic') {
      await workbench.judge(source, { source: id, row, annotator, options, proposal: null, original: false });
    } else await workbench.inject(source, { source: id, row, annotator, options, seed: 0 });
  }
  async function work(
    job: Job,
    source: Source,
    request: BulkRequest,
    rows: readonly number[],
  ): Promise<void> {
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < rows.length && job.state === 'running') {
        const row = rows[next]!;
        next += 1;
        try {
          await perform(source, request, row);
          job.done += 1;
        } catch (error) {
          job.failed += 1;
          job.lastError = describeError(error);
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    if (job.state === 'running') job.state = 'finished';
  }

  return {
    async estimate(source, request, rows) {
      checkSize(rows);
      let reason: unknown;
      for (const row of rows.slice(0, maxTried)) {
        const { action, source: id, annotator, options } = request;
        const common = { source: id, row, annotator, options };
        try {
          return await workbench.estimate(
            source,
            action === 'critic'
              ? { action, ...common, proposal: null, original: false }
              : { action, ...common, seed: 0 },
          );
        } catch (error) {
          reason = error;
        }
      }
      throw reason;
    },
    start(source, request, rows) {
      checkSize(rows);
      if (request.records !== undefined && request.records !== rows.length) {
        throw new LateBenchError(
          'LB_USAGE',
          `the filter has ${rows.length} records now, not the ${request.records} of the estimate: estimate again`,
        );
      }
      const id = randomUUID();
      const job: Job = {
        id,
        source: request.source,
        action: request.action,
        total: rows.length,
        done: 0,
        failed: 0,
        lastError: null,
        state: 'running',
      };
      jobs.set(id, job);
      for (const oldest of jobs.values()) {
        if (jobs.size <= maxJobs) break;
        if (oldest.state !== 'running') jobs.delete(oldest.id);
      }
      void work(job, source, request, rows);
      return stateOf(job);
    },
    running(source, action) {
      const all = [...jobs.values()].filter(
        (job) => job.state === 'running' && job.source === source && job.action === action,
      );
      return all.length === 0 ? null : stateOf(all.at(-1)!);
    },
    state: (id) => stateOf(jobOf(id)),
    stop(id) {
      const job = jobOf(id);
      if (job.state === 'running') job.state = 'stopped';
      return stateOf(job);
    },
  };
}
