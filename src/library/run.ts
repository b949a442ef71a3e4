// A whole run in one call: a source, stages, and what they come to.
import { LateBenchError } from '../errors.ts';
import { planStages } from '../executor/build-plan.ts';
import { checkIdle } from '../executor/idle-options.ts';
import { namedFiles } from '../executor/named-files.ts';
import { runPlan } from '../executor/run-plan.ts';
import { type OpenSource, openSource } from '../executor/source.ts';
import type { PipelineResult } from '../pipeline/run.ts';
import type { PipelineDefinition } from '../pipeline/schema.ts';
import type { ScoreObject } from '../records/score.ts';
import { wrongArgument } from '../records/wrong-argument.ts';
import { noSink } from '../storage/no-sink.ts';
import { openOutput } from '../storage/output.ts';
import { openLibrary, type RunSettings } from './open-library.ts';
import { programRecords } from './program-records.ts';
import type { StageValue } from './stage-value.ts';
import type { SinkValue, SourceValue } from './stages.ts';

/** What a run of stages came to: counts of records, what was spent, and the result of its last stage. */
export interface RunOutcome {
  /** The result of the last stage where that is `score`, `compare`, `power`, `cascade` or `report`; else null. */
  readonly result: unknown;
  /** The score, where the last stage comes to one: `score`, or `report` of critics. */
  readonly score: ScoreObject | null;
  /** All records of the source went through. */
  readonly complete: boolean;
  /** Records that the source gave. */
  readonly read: number;
  /** Records that left the last stage, whether or not they were written to a file. */
  readonly written: number;
  /** Records left out on purpose, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  /** Records that could not be read or processed. */
  readonly bad: number;
  /** Calls and tokens by model. */
  readonly spent: Readonly<Record<string, object>>;
}

function fromProgram(groups: OpenSource['groups']): OpenSource {
  return { groups, inputs: [], share: () => null, expected: () => null };
}

type Part = SourceValue | StageValue | SinkValue;

function partsOf(parts: readonly Part[]) {
  const [first, ...rest] = parts;
  if (first === undefined || !('source' in first)) {
    throw new LateBenchError('LB_USAGE', "run: begin with a source, for example ingest('problems.jsonl')");
  }
  const sink = rest.at(-1);
  const output = sink !== undefined && 'write' in sink ? sink.write : undefined;
  const stages = output === undefined ? rest : rest.slice(0, -1);
  const uses = stages.map((part) => {
    if ('use' in part) return { use: part.use, with: part.with };
    throw new LateBenchError('LB_USAGE', 'run: a source comes first and write(…) last, with stages between');
  });
  return { source: first.source, uses, output };
}

type Pipeline = string | PipelineDefinition;

function isPipeline(part: Part | Pipeline | undefined): part is Pipeline {
  return typeof part === 'string' || (part !== undefined && 'stages' in part);
}

/**
 * Runs stages over records, or a whole pipeline. Endpoints, journal, cache and budget come from the configuration unless
 * the settings name them; the same program resumes where it was interrupted, and no reply is paid for twice.
 *
 * @param parts Settings (optional), then a source, stages, and a sink (optional); or settings and a pipeline: the name of
 * one of the package, the path of a file, or a definition.
 * @returns What the run came to; `result` is the last stage's where that is a reduction. Of a pipeline, as `runPipeline`.
 * @throws LB_USAGE for parts in a wrong order, LB_ENDPOINT_CONFIG where a stage has no endpoint, and what ended the run.
 * @example
 * const { score: found } = await run(ingest('problems.jsonl'), inject(), critic({ votes: 8 }), score());
 * const { records } = await run({ endpoint: 'sim' }, 'quickstart');
 */
export function run(
  ...parts: readonly [RunSettings, Pipeline] | readonly [Pipeline]
): Promise<PipelineResult>;
export function run(...parts: readonly [RunSettings, ...Part[]] | readonly Part[]): Promise<RunOutcome>;
export async function run(
  ...parts: readonly (RunSettings | Part | Pipeline)[]
): Promise<RunOutcome | PipelineResult> {
  for (const part of parts) {
    if (typeof part !== 'string' && (typeof part !== 'object' || part === null))
      throw wrongArgument('run', 'settings, then a source, stages and a sink, or a pipeline', part);
  }
  const [first, ...rest] = parts;
  const isPart = (value: object): value is Part => 'source' in value || 'use' in value || 'write' in value;
  const isSettings = typeof first === 'object' && !isPipeline(first as Part) && !isPart(first);
  const settings = isSettings ? (first as RunSettings) : {};
  const work = (isSettings ? rest : parts) as readonly (Part | Pipeline)[];
  const [pipeline] = work;
  if (isPipeline(pipeline)) {
    if (work.length > 1) throw new LateBenchError('LB_USAGE', 'run: a pipeline is run alone, without stages');
    const { runPipeline } = await import('./run-pipeline.ts');
    return runPipeline(pipeline, settings);
  }
  return runParts(settings, work as readonly Part[]);
}

async function runParts(settings: RunSettings, parts: readonly Part[]): Promise<RunOutcome> {
  const { source, uses, output } = partsOf(parts);
  const planned = await planStages(uses);
  for (const use of uses) await checkIdle(use);
  const library = openLibrary(settings, uses);
  const { session, terminal, interruption, errors, context, remote } = library;
  const files = 'files' in source ? source.files : [];
  const declared = {
    files,
    synthetic: 'synthetic' in source ? source.synthetic : undefined,
    hash: settings.folder !== undefined,
  };
  try {
    const { seed = 0 } = settings;
    const outcome = await runPlan(
      {
        label: 'run',
        seed,
        stages: planned.maps,
        reduction: planned.reduction,
        sources: files,
        source: async ({ policy }) =>
          'records' in source
            ? fromProgram(programRecords('run', source.records, policy))
            : openSource(declared, {
                remote,
                onBad: (bad) => policy.reject(bad),
                say: terminal.say,
              }),
        sink: async () => (output === undefined ? noSink : openOutput(output)),
        wholeOrNothing: true,
        summaries: true,
        folder: settings.folder,
        manifest: () => ({ command: 'run' }),
      },
      {
        session,
        terminal,
        interruption,
        policy: errors.policy,
        files: { ...namedFiles({ stdin: undefined, remote, source: declared }), ...context(files) },
      },
    );
    if (outcome.reason !== undefined) throw outcome.reason;
    const result = outcome.result?.value ?? null;
    return {
      result,
      score: outcome.result?.score ?? null,
      complete: outcome.complete,
      read: outcome.tally.read,
      written: outcome.tally.written,
      dropped: Object.fromEntries(outcome.tally.drops),
      bad: errors.policy.rejected,
      spent: Object.fromEntries(session.counters.byModel),
    };
  } finally {
    await library.close();
  }
}
