// What was tried out by hand on single records: proposed injections and what became of them, critiques on request.
// Append-only JSONL beside the annotations, one file a person; the last line about a proposal counts.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { critiqueSchema } from '../../records/critique.ts';
import { solutionSchema } from '../../records/solution.ts';
import { usageSchema } from '../../records/usage.ts';
import { annotationFile, appendLine, jsonLinesOf } from '../../storage/annotations.ts';

const spentSchema = z.looseObject({ model: z.string(), usage: usageSchema, usd: z.number().nullable() });
export type Spent = z.infer<typeof spentSchema>;

const common = {
  annotator: z.string(),
  record_id: z.string(),
  record_hash: z.string(),
  at: z.string(),
};

const proposalSchema = z.looseObject({
  ...common,
  kind: z.literal('injection'),
  proposal: z.string(),
  state: z.enum(['proposed', 'accepted', 'rejected']),
  edited: z.boolean(),
  record: solutionSchema,
  spent: spentSchema,
});
export type Proposal = z.infer<typeof proposalSchema>;

const trialSchema = z.looseObject({
  ...common,
  kind: z.literal('critique'),
  proposal: z.string().nullable(),
  critique: critiqueSchema,
});
export type Trial = z.infer<typeof trialSchema>;

const lineSchema = z.union([proposalSchema, trialSchema]);

export interface BenchState {
  readonly proposals: readonly Proposal[];
  readonly trials: readonly Trial[];
}

export function benchFolder(annotations: string): string {
  return join(annotations, 'workbench');
}

function files(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => join(folder, name));
}

/** Lines that cannot be read are skipped: the replies behind them are in the journal too. */
export async function readBench(annotations: string): Promise<BenchState> {
  const proposals = new Map<string, Proposal>();
  const trials = new Map<string, Trial>();
  for (const path of files(benchFolder(annotations))) {
    for (const { value } of await jsonLinesOf(path)) {
      const parsed = lineSchema.safeParse(value);
      if (!parsed.success) continue;
      const line = parsed.data;
      if (line.kind === 'injection') proposals.set(`${basename(path)} ${line.proposal}`, line);
      else trials.set(JSON.stringify([line.record_id, line.proposal, line.critique.critic]), line);
    }
  }
  return { proposals: [...proposals.values()], trials: [...trials.values()] };
}

export function addToBench(annotations: string, line: Proposal | Trial): void {
  const path = annotationFile(benchFolder(annotations), line.annotator);
  appendLine(path, dirname(path), line);
}

/** Changes when any file does. */
export function benchVersion(annotations: string): string {
  return files(benchFolder(annotations))
    .map((path) => `${path} ${statSync(path).size} ${statSync(path).mtimeMs}`)
    .join('\n');
}
