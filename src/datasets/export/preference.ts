// Preference pairs for step-wise tuning: after the same beginning, the original step is to be preferred to the one with
// the injected error. A natural error has no original step, so it makes no pair.
import { int32, keepNull, utf8 } from '../../storage/columnar/column.ts';
import { drop } from '../../stream/stage.ts';
import type { ExportFormat } from './format.ts';
import { goldSteps } from './gold.ts';

/** Steps are set apart by a blank line, as they are in the sources. */
const between = '\n\n';

export const preferenceFormat: ExportFormat = {
  name: 'preference',
  about: 'pairs for preference tuning: the original step against the one with the injected error',
  columns: {
    id: utf8,
    prompt: utf8,
    chosen: utf8,
    rejected: utf8,
    step: int32,
    error_type: keepNull(utf8),
    explanation: keepNull(utf8),
  },
  row(record) {
    const { injection, problem, steps } = record;
    const at = goldSteps(record)?.[0];
    const original = injection?.original_steps ?? null;
    if (
      at === undefined ||
      injection?.status !== 'accepted' ||
      original === null ||
      injection.error_step !== at
    )
      return drop('no injected error');
    const [chosen, rejected] = [original[at], steps[at]];
    if (chosen === undefined || rejected === undefined) return drop('no original step');
    return {
      id: record.id,
      prompt: [problem, ...steps.slice(0, at)].join(between),
      chosen,
      rejected,
      step: at,
      error_type: injection.error_type ?? null,
      explanation: injection.explanation ?? null,
    };
  },
};
