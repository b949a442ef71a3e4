// results.json of a run: one entry a record, with the label and each critic's verdict. It is streamed, so it may be
// larger than memory; the complete file gets its name only at the end.
import { firstErrorOf, goldOf } from '../metrics/gold.ts';
import type { Solution } from '../records/solution.ts';
import type { Sink } from '../storage/sink.ts';
import { type TextForm, textFileSink } from '../storage/text-sink.ts';

/** What results.json says of a record. */
export function entryOf(record: Solution): Record<string, unknown> {
  const gold = goldOf(record);
  return {
    id: record.id,
    steps: record.steps.length,
    first_error: gold === null ? null : firstErrorOf(gold),
    error_steps: record.error_steps ?? null,
    injection: record.injection?.status ?? null,
    error_type: record.injection?.error_type ?? null,
    critics: (record.critiques ?? []).map(({ critic, status, first_error, error_steps, agreement }) => ({
      critic,
      status,
      first_error: first_error ?? null,
      error_steps: error_steps ?? null,
      agreement: agreement ?? null,
    })),
  };
}

/** A JSON array with one entry a line. */
const arrayForm: TextForm = {
  header: () => '',
  line: (row, index) => `${index === 0 ? '[\n' : ',\n'}${JSON.stringify(entryOf(row as Solution))}`,
  footer: (rows) => (rows === 0 ? '[]\n' : '\n]\n'),
};

export function resultsSink(path: string): Promise<Sink> {
  return textFileSink(path, arrayForm);
}
