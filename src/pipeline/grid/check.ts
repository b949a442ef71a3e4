// What can be known to be wrong with a declared grid before anything runs.
import { LateBenchError } from '../../errors.ts';
import type { Segment } from '../../executor/segments.ts';
import type { PipelineDefinition } from '../schema.ts';
import { type GridPipeline, gridOf } from './cells.ts';

/**
 * @returns The place of the critic that it varies.
 * @throws LB_CONFIG
 */
export async function checkGrid(
  definition: PipelineDefinition,
  segments: readonly Segment[],
): Promise<number> {
  const job = segments.find((segment) => segment.kind === 'job');
  if (job !== undefined) {
    const message = `grid: stages.${job.place}: ${job.job.use} hands no records on; a grid is a pipeline of records alone`;
    throw new LateBenchError('LB_CONFIG', message);
  }
  return (await gridOf(definition as GridPipeline)).place;
}
