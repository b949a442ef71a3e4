// The formats that records can be written in, and the stage that writes one.

import { z } from 'zod';
import { type Solution, solutionSchema } from '../../records/solution.ts';
import { configured, type Stage } from '../../stream/stage.ts';
import { findNamed } from '../find-named.ts';
import { deltabenchFormat } from './deltabench.ts';
import type { ExportFormat, ExportOptions } from './format.ts';
import { latebenchFormat } from './latebench.ts';
import { preferenceFormat } from './preference.ts';
import { prm800kFormat } from './prm800k.ts';
import { evalscopeFormat, processbenchFormat } from './processbench.ts';
import { inspectFormat, sftCriticFormat } from './prompts.ts';
import { openrlhfPrmFormat, trlStepwiseFormat, verlFormat } from './training-rows.ts';

export const exportFormats: readonly ExportFormat[] = [
  processbenchFormat,
  deltabenchFormat,
  latebenchFormat,
  prm800kFormat,
  sftCriticFormat,
  trlStepwiseFormat,
  verlFormat,
  openrlhfPrmFormat,
  preferenceFormat,
  inspectFormat,
  evalscopeFormat,
];

/**
 * The layout of another project's rows, for `exportStage`.
 *
 * @param name For example `processbench`, `deltabench`, `prm800k` or `sft-critic`.
 * @throws LB_USAGE for an unknown name; the message lists the known ones.
 */
export function exportFormatNamed(name: string): ExportFormat {
  return findNamed(exportFormats, name, 'export format');
}

const exportOutput = z.looseObject({});

/**
 * Turns records into rows of another project's layout; a record that has no place there is dropped with a reason.
 *
 * @param format From `exportFormatNamed`.
 * @param options `prompt` writes what a critic is asked, for the layouts that hold a chat.
 */
export function exportStage(
  format: ExportFormat,
  options: ExportOptions,
): Stage<Solution, Record<string, unknown>> {
  return {
    name: 'export',
    version: '1',
    input: solutionSchema,
    output: exportOutput,
    ...configured({ format: format.name }),
    run: (record) => [format.row(record, options)],
  };
}
