// A stage with its record types erased, so that stages of different records fit in one list.

import type { Duplex } from 'node:stream';
import { checkObject } from '../records/wrong-argument.ts';
import type { Stage } from './stage.ts';
import { stageTransform, type TransformOptions } from './transform.ts';

export interface StageStep {
  readonly name: string;
  readonly version: string;
  readonly config: Readonly<Record<string, unknown>>;
  open(options: Omit<TransformOptions, 'concurrency'>): Duplex;
}

/**
 * Prepares a stage for `build` of a declared stage.
 *
 * @param concurrency Records in the stage at once, at least 1; default 1.
 */
export function stageStep<In extends object, Out extends object>(
  stage: Stage<In, Out>,
  concurrency = 1,
): StageStep {
  checkObject('stageStep', 'a stage', stage);
  const { name, version, config } = stage;
  return { name, version, config, open: (options) => stageTransform(stage, { ...options, concurrency }) };
}
