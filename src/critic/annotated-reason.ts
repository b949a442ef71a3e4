// Why a step is wrong, as the record has it: from the injection that made the error, or from the people who found it.
import type { Solution } from '../records/solution.ts';
import { toStepNumber } from '../records/steps.ts';

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** DeltaBench keeps an explanation with each section, numbered from 1. */
function sectionReason(sections: unknown, step: number): string | null {
  if (!Array.isArray(sections)) return null;
  const section = sections.find(
    (entry: unknown) => (entry as { section_number?: unknown } | null)?.section_number === toStepNumber(step),
  ) as { explanation?: unknown } | undefined;
  return textOrNull(section?.explanation);
}

/** `step` is 0-based; null when no annotation explains the error. */
export function annotatedReason({ injection, meta }: Solution, step: number): string | null {
  const injected = injection?.status === 'accepted' && injection.error_step === step;
  return (
    (injected ? textOrNull(injection.explanation) : null) ??
    sectionReason(meta?.sections_labeled_info, step) ??
    textOrNull(meta?.error_description) ??
    textOrNull(meta?.explanation)
  );
}
