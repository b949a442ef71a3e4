// What is known to be wrong with the parts of a pipeline before the first of them does anything: a later part that cannot
// run would make what the earlier ones were paid for useless.
import { resolve, sep } from 'node:path';
import { LateBenchError } from '../errors.ts';
import { planStages } from '../executor/build-plan.ts';
import { checkBuild } from '../executor/built-plan.ts';
import { namedFiles } from '../executor/named-files.ts';
import { checkPlaces } from '../executor/output-places.ts';
import { checkNeeds, jobQuestions } from '../executor/run-job.ts';
import { saidAt } from '../executor/said-at.ts';
import type { JobSegment, RecordSegment, Segment } from '../executor/segments.ts';
import { noRemote } from './pipeline-source.ts';
import type { PipelineContext } from './run.ts';
import type { PipelineDefinition } from './schema.ts';

/** Folders that earlier parts make, as absolute paths: what is in them cannot be looked at yet. */
class Made {
  private readonly folders: string[] = [];

  add(folder: unknown): void {
    if (typeof folder === 'string') this.folders.push(resolve(folder));
  }

  holds(path: string): boolean {
    return this.folders.some((folder) => `${resolve(path)}${sep}`.startsWith(`${folder}${sep}`));
  }

  /** Some text in the value names something in such a folder. */
  isIn(value: unknown): boolean {
    if (typeof value === 'string') return this.holds(value);
    return typeof value === 'object' && value !== null && Object.values(value).some((one) => this.isIn(one));
  }
}

interface Known {
  readonly definition: PipelineDefinition;
  readonly context: PipelineContext;
  readonly made: Made;
  /** What the job before leaves. */
  left: unknown;
}

async function checkJob({ context, made, left }: Known, { job }: JobSegment): Promise<void> {
  const { stage, with: options } = job;
  const { mode, batches } = context.session;
  const { batch, queue, offline } = stage.refuses ?? {};
  const refusal =
    (batches ? batch : undefined) ??
    (context.queue === undefined ? undefined : queue) ??
    (mode === 'offline' ? offline : undefined);
  if (refusal !== undefined) throw new LateBenchError('LB_USAGE', refusal);
  checkPlaces(job);
  await stage.check?.(options, jobQuestions(stage.name, context));
  const taken = options[stage.takes] ?? left;
  if (typeof taken === 'string' && !made.holds(taken)) {
    await stage.checkTaken?.({ ...options, [stage.takes]: taken });
  }
  await checkNeeds(job, context.session);
}

async function checkRecords({ definition, context, made }: Known, { uses, place }: RecordSegment) {
  if (made.isIn(uses)) return;
  const { name, seed } = definition;
  const { maps, reduction } = await planStages(uses, { first: place });
  const source = { files: [] };
  const plan = {
    ...{ label: name, written: context.file ?? name, seed, stages: maps, reduction, sources: [] },
    source: () => Promise.reject(new Error('a check reads no records')),
    sink: () => Promise.reject(new Error('a check writes no records')),
    ...{ wholeOrNothing: true, summaries: false, price: context.price },
    manifest: () => ({ command: name }),
  };
  const { rows } = namedFiles({ stdin: undefined, remote: context.remote ?? noRemote, source });
  let waits = false;
  const records = () => {
    waits = true;
    throw new Error('the records are not there yet');
  };
  await checkBuild(plan, { ...context, files: { rows, records } }).catch((error) => {
    // A stage that looks at the records first is checked when they are there.
    if (!waits) throw error;
  });
}

/** @param segments Those that will run. */
export async function checkParts(
  definition: PipelineDefinition,
  context: PipelineContext,
  segments: readonly Segment[],
): Promise<void> {
  const made = new Made();
  made.add(context.folder);
  const known: Known = { definition, context, made, left: undefined };
  for (const segment of segments) {
    if (segment.kind === 'records') {
      await checkRecords(known, segment);
      known.left = undefined;
      continue;
    }
    const { stage, use, with: options } = segment.job;
    const where = `${context.file ?? definition.name}: stages.${segment.place}: ${use}`;
    await saidAt(where, () => checkJob(known, segment));
    known.left = stage.leaves === undefined ? undefined : options[stage.leaves];
    made.add(known.left);
  }
}
