// What an export format is: a pure function from a record to a row of somebody else's layout, or a reason why the
// record has no place there. Every format is written as JSON lines; none of them needs a header.
import type { Solution } from '../../records/solution.ts';
import type { Drop } from '../../stream/stage.ts';

export interface ExportOptions {
  /** What a critic is asked about a solution, for the formats that hold a prompt. Never given more than these two. */
  readonly prompt: (judged: { readonly problem: string; readonly steps: readonly string[] }) => string;
}

export interface ExportFormat {
  readonly name: string;
  readonly about: string;
  row(record: Solution, options: ExportOptions): Record<string, unknown> | Drop;
}
