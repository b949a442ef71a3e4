// Where the options of a stage say that it writes: a place that cannot take it is known before the first call.
import { type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { LateBenchError } from '../errors.ts';
import type { AnyStage } from '../stages/define.ts';
import { optionMeta } from '../stages/option-rows.ts';

interface Used {
  readonly stage: AnyStage;
  readonly with: z.output<z.ZodObject>;
}

/** Undefined where nothing is, or where something above is no folder. */
function factsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Of the nearest part of a path that is there: false for a file, below which nothing can be. */
function canHold(folder: string): boolean {
  const facts = factsOf(folder);
  if (facts !== undefined) return facts.isDirectory();
  const above = dirname(folder);
  return above === folder || canHold(above);
}

/** What is wrong with one option's value; null where it is fine, or no place. */
function problemOf(kind: AnyStage['kind'], schema: z.core.$ZodType, value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const { value: placeholder, group } = optionMeta(schema);
  if (placeholder === 'DIR') return canHold(value) ? null : `${value} is a file, or below one; name a folder`;
  // A job sends files that it names, too.
  if (placeholder !== 'FILE' || group !== 'Output' || kind === 'job') return null;
  if (factsOf(value)?.isDirectory() === true) return `${value} is a folder; name a file`;
  return canHold(dirname(value))
    ? null
    : `${dirname(value)} is a file, or below one; name a file in a folder`;
}

/** @throws LB_USAGE for a file in the place of an output folder, and the reverse */
export function checkPlaces({ stage, with: options }: Used): void {
  for (const [key, schema] of Object.entries(stage.options.shape)) {
    let problem: string | null;
    try {
      problem = problemOf(stage.kind, schema, options[key]);
    } catch {
      // A folder that may not be looked into says so itself when it is used.
      problem = null;
    }
    if (problem !== null) throw new LateBenchError('LB_USAGE', `${key}: ${problem}`);
  }
}
