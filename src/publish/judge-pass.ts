// The last pass over the records: the blind critics and the critics of the quality report judge them, and they are
// written to the files of the version. Records that are published already are judged for the report alone, and are
// written as they are.
import type { InjectionCollector } from '../inject/collector.ts';
import type { Critique } from '../records/critique.ts';
import { readInput } from '../storage/input.ts';
import type { Row } from '../storage/rows.ts';
import type { Sink } from '../storage/sink.ts';
import type { RecordsEnding, RunRecords, StageUse } from '../stream/records-plan.ts';
import { createStatistics, type DatasetStatistics } from './dataset-statistics.ts';
import type { PublishedRecord } from './publication.ts';
import { createQuality, type QualityReport } from './quality.ts';
import type { DatasetSpec } from './spec.ts';
import { openSplitWriter } from './split-writer.ts';

export interface JudgePassInput {
  readonly spec: DatasetSpec;
  /** Folder of the files of the version. */
  readonly staging: string;
  /** Of the records, those that are published already first. */
  readonly file: string;
  /** Ids that the version leaves out. */
  readonly dropped: ReadonlySet<string>;
  /** Ids of published records; empty where all are new. */
  readonly kept: ReadonlySet<string>;
  readonly injections: InjectionCollector;
  readonly runPlan: RunRecords;
}

export interface JudgePassResult {
  readonly statistics: DatasetStatistics;
  readonly quality: QualityReport;
  /** Paths from the staging folder. */
  readonly files: readonly string[];
  readonly content_sha256: string;
  readonly stages: RecordsEnding['stages'];
}

function critics({ critics: asked }: DatasetSpec): StageUse[] {
  return asked.map((critic) => ({ use: 'critic', with: critic }));
}

/** Blind critics for the difficulty of injections, then the critics of the quality report. */
function judges(spec: DatasetSpec): StageUse[] {
  const { difficultyVotes: votes } = spec;
  return [...(votes === 0 ? [] : [{ use: 'difficulty', with: { votes } }]), ...critics(spec)];
}

async function* recordsOf(file: string, takes: (id: string) => boolean): AsyncGenerator<Row[]> {
  for await (const rows of readInput(file, { onBad: () => {} })) {
    const taken = rows.filter(({ id }) => takes(String(id)));
    if (taken.length > 0) yield taken;
  }
}

type Put = (record: PublishedRecord, critiques: readonly Critique[]) => Promise<void>;

/** Puts each record as it was before the critics, also one that a critic failed on. */
function asTheyWere(groups: AsyncIterable<readonly Row[]>, put: Put): Pick<Sink, 'write' | 'close'> {
  const waiting = (async function* (): AsyncGenerator<PublishedRecord> {
    for await (const group of groups) yield* group as unknown as PublishedRecord[];
  })();
  return {
    async write(row) {
      for (;;) {
        const { done, value } = await waiting.next();
        if (done === true) throw new Error(`${String(row.id)} comes after the last published record`);
        const isJudged = value.id === row.id;
        await put(value, isJudged ? ((row as unknown as PublishedRecord).critiques ?? []) : []);
        if (isJudged) return;
      }
    },
    async close() {
      for await (const record of waiting) await put(record, []);
      return { rows: 0, bytes: 0 };
    },
  };
}

/** Null when it was stopped before its end. */
export async function judgePass(input: JudgePassInput): Promise<JudgePassResult | null> {
  const { spec, staging, file, dropped, kept, injections, runPlan } = input;
  const statistics = createStatistics();
  const quality = createQuality(spec);
  const writer = await openSplitWriter(staging);
  const put: Put = (record, critiques) => {
    statistics.add(record);
    quality.add(record, critiques);
    injections.addDifficulty(record);
    return writer.write(record, critiques);
  };
  const published = (): AsyncGenerator<Row[]> => recordsOf(file, (id) => kept.has(id) && !dropped.has(id));
  const plan = { label: 'dataset build: critics', seed: spec.seed };
  try {
    if (kept.size > 0) {
      const { complete } = await runPlan({
        ...plan,
        stages: critics(spec),
        groups: published,
        sink: async () => ({ ...asTheyWere(published(), put), abort: async () => {} }),
      });
      if (!complete) {
        await writer.abort();
        return null;
      }
    }
    let written: Awaited<ReturnType<typeof writer.close>> | undefined;
    const { complete, stages } = await runPlan({
      ...plan,
      stages: judges(spec),
      groups: () => recordsOf(file, (id) => !kept.has(id) && !dropped.has(id)),
      sink: async () => ({
        write(row) {
          const { critiques, ...record } = row as unknown as PublishedRecord;
          return put(record, critiques ?? []);
        },
        async close() {
          written = await writer.close();
          return { rows: 0, bytes: 0 };
        },
        abort: writer.abort,
      }),
    });
    if (!complete || written === undefined) return null;
    return { statistics: statistics.result(), quality: quality.result(), ...written, stages };
  } catch (error) {
    await writer.abort();
    throw error;
  }
}
