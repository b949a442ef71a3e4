// The unified schema of the original LateBench repository, steps counted from 1. What ingest found in such a row and
// had no field for is put back; `source.metadata.latebench_record` holds what the schema has no place for, so that
// ingest reads the same record again. Its files are JSON arrays: `jq -s .` makes one of these lines.
import { createHash } from 'node:crypto';
import type { Solution } from '../../records/solution.ts';
import { toStepNumber } from '../../records/steps.ts';
import { isRow, type Row } from '../../storage/rows.ts';
import { objectField, present } from '../row-fields.ts';
import type { ExportFormat } from './format.ts';
import { goldSteps, labelOf } from './gold.ts';
import { predictionOf } from './latebench-predictions.ts';

/** `lb_<dataset>_<8 hex digits of md5 over dataset_originalId>`, the schema's own rule. */
function unifiedId(dataset: string, originalId: string): string {
  const digest = createHash('md5').update(`${dataset}_${originalId}`).digest('hex');
  return `lb_${dataset}_${digest.slice(0, 8)}`;
}

/** Attributes of the steps as the row had them; of no use once the steps are others. */
function attributesOf(kept: Row, count: number): readonly Row[] {
  const { steps } = objectField(kept, 'solution');
  return Array.isArray(steps) && steps.length === count ? steps.filter(isRow) : [];
}

function stepRows(steps: readonly string[], wrong: readonly number[], attributes: readonly Row[]): Row[] {
  return steps.map((content, index) => ({
    importance: 'medium',
    reasoning_type: 'unknown',
    is_modified: false,
    ...attributes[index],
    step_number: toStepNumber(index),
    content,
    is_error: wrong.includes(index),
  }));
}

function solutionRow(record: Solution, kept: Row, steps: readonly string[], wrong: readonly number[]): Row {
  const { status, original_final_answer } = record.injection ?? {};
  return {
    solution_method: 'analytical',
    ...objectField(kept, 'solution'),
    steps: stepRows(steps, wrong, attributesOf(kept, steps.length)),
    final_answer:
      (status === 'accepted' ? original_final_answer : record.final_answer) ?? record.answer ?? '',
    total_steps: steps.length,
  };
}

function injectionRow(record: Solution, kept: Row, injected: boolean, wrong: readonly number[]): Row {
  const { comment, error_step, error_type, explanation, model } = record.injection ?? {};
  const before = objectField(kept, 'error_injection');
  if (!injected) return { error_info: null, ...before, has_errors: wrong.length > 0 };
  return {
    ...before,
    has_errors: true,
    success: true,
    injected_solution: {
      steps: stepRows(record.steps, wrong, []),
      final_answer: record.final_answer ?? '',
      total_steps: record.steps.length,
    },
    manual_suggestion: comment ?? null,
    target_error_step: error_step == null ? null : toStepNumber(error_step),
    error_info: {
      analysis: { error_type: error_type ?? null },
      explanation: { why_incorrect: explanation ?? null },
      model: model ?? null,
    },
  };
}

/** The metadata of the source as it was, with a label of ProcessBench only where it still says all there is. */
function metadataRow(source: Row, gold: readonly number[] | null): Row {
  const { processbench_label: label, latebench_record: _ours, ...rest } = objectField(source, 'metadata');
  if (label === undefined || gold === null || gold.length > 1) return rest;
  return { ...rest, processbench_label: labelOf(gold) };
}

/** What the schema has no place for. */
function recordRow(record: Solution, meta: Row): Row {
  const { original_steps: _original, ...injection } = record.injection ?? {};
  return {
    ...present({
      subset: record.subset,
      generator: record.generator,
      task: record.task,
      error_source: record.error_source,
    }),
    answer: record.answer ?? null,
    final_answer: record.final_answer ?? null,
    final_answer_correct: record.final_answer_correct ?? null,
    ...(record.injection === undefined || record.injection === null ? {} : { injection }),
    meta,
  };
}

export const latebenchFormat: ExportFormat = {
  name: 'latebench',
  about: 'rows of the original LateBench schema (steps from 1)',
  row(record) {
    const gold = goldSteps(record);
    const { latebench: _kept, competition, year, ...meta } = record.meta ?? {};
    const kept = objectField(record.meta ?? {}, 'latebench');
    const source = objectField(kept, 'source');
    const dataset = record.dataset ?? 'latebench';
    const originalId = record.original_id ?? record.id;
    const original = record.injection?.status === 'accepted' ? record.injection.original_steps : null;
    const injected = Array.isArray(original) && original.length > 0;
    const numbers = (gold ?? []).map(toStepNumber);
    const prediction = predictionOf(record.critiques ?? []);
    return {
      ...kept,
      id: typeof kept.id === 'string' ? kept.id : unifiedId(dataset, originalId),
      source: {
        ...present({ competition, year }),
        ...source,
        dataset,
        original_id: originalId,
        difficulty: record.difficulty ?? null,
        subject: record.subject ?? null,
        metadata: {
          ...metadataRow(source, injected ? null : gold),
          ...(gold === null || injected ? {} : { has_errors: gold.length > 0 }),
          latebench_record: recordRow(record, meta),
        },
      },
      problem: { ...objectField(kept, 'problem'), statement: record.problem },
      solution: injected
        ? solutionRow(record, kept, original, [])
        : solutionRow(record, kept, record.steps, gold ?? []),
      error_injection: injectionRow(record, kept, injected, gold ?? []),
      ...(injected ? { injected_error_steps: numbers } : { original_error_steps: numbers }),
      processing: { status: 'processed', ...objectField(kept, 'processing') },
      ...(prediction === null
        ? {}
        : { [`critic_predictions_${injected ? 'injected' : 'original'}`]: prediction }),
    };
  },
};
