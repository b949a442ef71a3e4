// The files of a run folder that show its outcome: records, results, extra sinks, scores and reports. Every file
// appears complete or not at all.
import { join } from 'node:path';
import { type PlannedStage, planStages } from '../executor/build-plan.ts';
import type { SourceInput } from '../executor/source.ts';
import { createInjectionCollector } from '../inject/collector.ts';
import { injectionReport } from '../inject/report.ts';
import { createBreakdownWatch, usualBreakdowns } from '../metrics/breakdown.ts';
import { type Collector, createCollector } from '../metrics/collector.ts';
import type { ScoreSettings } from '../metrics/score.ts';
import { scoreReport } from '../metrics/score-report.ts';
import type { Solution } from '../records/solution.ts';
import { createRecordNotes } from '../stages/score/record-notes.ts';
import { writeFileAtomic, writeJsonAtomic } from '../storage/atomic-write.ts';
import { openOutput } from '../storage/output.ts';
import type { Row } from '../storage/rows.ts';
import type { Sink } from '../storage/sink.ts';
import { leaderboardOf, writeLeaderboard } from './leaderboard-report.ts';
import { resultsSink } from './results-sink.ts';
import type { RecordPipeline } from './schema.ts';

export interface RunFiles {
  readonly sink: Sink;
  readonly collector: Collector;
  /** Settings of the score. */
  readonly scoring: ScoreSettings;
  /** Writes the summary and the reports of a run that came to its end. */
  report(facts: {
    readonly inputs: readonly SourceInput[];
    readonly counts: object;
    readonly spent: object;
  }): Promise<void>;
}

function votesOf(critics: readonly PlannedStage[]): { protocol: string | null; votes: number | null } {
  const only = (name: string): unknown => {
    const values = new Set(critics.map(({ with: options }) => options[name]));
    return values.size === 1 ? [...values][0] : null;
  };
  return {
    protocol: (only('protocol') as string | undefined) ?? null,
    votes: (only('votes') as number | undefined) ?? null,
  };
}

function sourcesOf(
  { source }: RecordPipeline,
  inputs: readonly SourceInput[],
): { readonly source: string; readonly sha256?: string | null; readonly records?: number }[] {
  const { synthetic } = source;
  const files = inputs.map(({ path, sha256 }) => ({ source: path, sha256 }));
  if (synthetic === undefined) return files;
  const records = Math.min(synthetic.count, source.limit ?? synthetic.count);
  return [...files, { source: `synthetic, seed ${synthetic.seed}`, records }];
}

/** More files of a run than every run has. */
export interface OwnFiles {
  add(record: Solution): void;
  /** Writes them; called once, after the last record. */
  write(): Promise<void>;
}

/** `own`: in place of the leaderboard. `say` is told what is odd about the records, as by `score`. */
export async function openRunFiles(
  definition: RecordPipeline,
  folder: string,
  say: (line: string) => void,
  own?: OwnFiles,
): Promise<RunFiles> {
  const { seed, name, about, score, sinks = [] } = definition;
  const scoring = { seed, by: usualBreakdowns, arithmetic: true, ...score };
  const collector = createCollector(scoring);
  const notes = createRecordNotes(`run ${name}`, say);
  const fields = createBreakdownWatch(score?.by ?? [], 'score.by');
  const { maps } = await planStages(definition.stages);
  const adding = (what: string): readonly PlannedStage[] =>
    maps.filter(({ stage }) => stage.kind === 'map' && stage.adds === what);
  const critics = adding('critique');
  const injections = adding('injection').length > 0 ? createInjectionCollector() : undefined;
  const leaderboard = own === undefined ? leaderboardOf(definition, critics.length) : undefined;
  const paths = sinks.map(({ file }) => join(folder, file));
  const outputs = [await resultsSink(join(folder, 'results.json'))];
  for (const path of [join(folder, 'records.parquet'), ...paths]) outputs.push(await openOutput(path));
  const [records] = outputs.slice(1);
  return {
    collector,
    scoring,
    sink: {
      async write(row: Row) {
        collector.add(row as Solution);
        notes.look(row as Solution);
        fields.look(row as Solution);
        injections?.add(row as Solution);
        leaderboard?.add(row as Solution);
        own?.add(row as Solution);
        for (const output of outputs) await output.write(row);
      },
      async close() {
        let written = { rows: 0, bytes: 0 };
        for (const output of outputs) {
          const one = await output.close();
          if (output === records) written = one;
        }
        return written;
      },
      async abort() {
        for (const output of outputs) await output.abort();
      },
    },
    async report({ inputs, counts, spent }) {
      fields.check();
      notes.tell();
      const { models } = collector;
      await writeJsonAtomic(join(folder, 'summary.json'), {
        ...collector.score(),
        run: { pipeline: name, counts, models, spent },
      });
      const sources = sourcesOf(definition, inputs);
      const facts = { title: `${name}: ${about}`, inputs: sources, seed, ...votesOf(critics) };
      await writeFileAtomic(join(folder, 'report.html'), scoreReport(collector, 'html', facts));
      await own?.write();
      if (leaderboard !== undefined) await writeLeaderboard(folder, `${name}: critics`, leaderboard);
      if (injections === undefined) return;
      const page = injectionReport(injections, { title: `${name}: injections`, inputs: sources, seed });
      await writeFileAtomic(join(folder, 'injection.html'), page);
    },
  };
}
