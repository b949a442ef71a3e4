// What was tried out by hand on single records: proposed injections and what became of them, critiques on request.
// Append-only JSONL beside the annotations, one file a person; the last line about a proposal counts.
import { existsSync, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { critiqueSchema } from '../../records/critique.ts';
import { solutionSchema } from '../../records/solution.ts';
import { usageSchema } from '../../records/usage.ts';
import { annotationFile, appendLine, jsonLinesIn } from '../../storage/annotations.ts';

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
  /** Null where a person wrote it and nothing was called. */
  spent: spentSchema.nullable(),
});
export type Proposal = z.infer<typeof proposalSchema>;

const trialSchema = z.looseObject({
  ...common,
  kind: z.literal('critique'),
  proposal: z.string().nullable(),
  /** Whether the solution was judged as it was before its injection. */
  original: z.boolean().default(false),
  critique: critiqueSchema,
});
export type Trial = z.infer<typeof trialSchema>;

const lineSchema = z.union([proposalSchema, trialSchema]);

export interface BenchState {
  readonly proposals: readonly Proposal[];
  readonly trials: readonly Trial[];
  /** Lines that are neither, as `path:line`; one that may still be being written is not among them. */
  readonly bad: readonly string[];
}

function benchFolder(annotations: string): string {
  return join(annotations, 'workbench');
}

function files(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => join(folder, name));
}

type Line = z.infer<typeof lineSchema>;

/** Of what has a key of its own the last line counts. */
const keyOf = (line: Line): string =>
  line.kind === 'injection'
    ? line.proposal
    : JSON.stringify([line.record_id, line.proposal, line.original, line.critique.critic]);

/** What is known of one file, which only ever grows. */
interface Known {
  readonly inode: number;
  readonly modified: number;
  /** Bytes taken in so far: whole lines. */
  readonly end: number;
  /** How many lines these are. */
  readonly count: number;
  readonly lines: Map<string, Line>;
  /** Numbers of those that cannot be read. */
  readonly bad: readonly number[];
}

async function readOn(path: string, known: Known | undefined): Promise<Known> {
  const file = await open(path, 'r');
  try {
    const { size, mtimeMs: modified, ino: inode } = await file.stat();
    const grown =
      known?.inode === inode && (size > known.end || (size === known.end && modified === known.modified));
    const from = grown ? known.end : 0;
    const lines = grown ? known.lines : new Map<string, Line>();
    const bytes = Buffer.alloc(size - from);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
    const read = bytes.subarray(0, bytesRead);
    const text = read.toString('utf8');
    const whole = text.split('\n').length - 1;
    const bad = grown ? [...known.bad] : [];
    const count = grown ? known.count : 0;
    for (const { value, line } of jsonLinesIn(text)) {
      const parsed = lineSchema.safeParse(value);
      if (parsed.success) lines.set(keyOf(parsed.data), parsed.data);
      else if (line <= whole) bad.push(count + line);
    }
    // A line without its end may still be being written: it is read again.
    return { inode, modified, end: from + read.lastIndexOf(0x0a) + 1, count: count + whole, lines, bad };
  } finally {
    await file.close();
  }
}

/** Reads what was tried so far, and each time after that only what has been added. */
export interface Bench {
  read(): Promise<BenchState>;
}

/** Lines that cannot be read are skipped, and named: what a person wrote by hand is nowhere else. */
export function openBench(annotations: string): Bench {
  let known: ReadonlyMap<string, Known> = new Map();
  async function readAll(): Promise<BenchState> {
    const paths = files(benchFolder(annotations));
    known = new Map(
      await Promise.all(paths.map(async (path) => [path, await readOn(path, known.get(path))] as const)),
    );
    const all = [...known.values()].flatMap(({ lines }) => [...lines]);
    const trials = new Map<string, Trial>();
    // Of two people who asked the same critic, one answer is shown.
    for (const [key, line] of all) if (line.kind === 'critique') trials.set(key, line);
    return {
      proposals: all.flatMap(([, line]) => (line.kind === 'injection' ? [line] : [])),
      trials: [...trials.values()],
      bad: [...known].flatMap(([path, { bad }]) => bad.map((line) => `${path}:${line}`)),
    };
  }
  let turn: Promise<unknown> = Promise.resolve();
  return {
    // One after the other: an earlier reading must not replace what a later one found.
    read() {
      const state = turn.then(readAll, readAll);
      turn = state;
      return state;
    },
  };
}

export function addToBench(annotations: string, line: Proposal | Trial): void {
  const path = annotationFile(benchFolder(annotations), line.annotator);
  appendLine(path, dirname(path), line);
}
