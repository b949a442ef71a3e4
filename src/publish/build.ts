// Builds a version of a dataset: survey of the sources, choice of parts, injection, balance, critics, files. Every call
// goes through the endpoints that it is given; with their journals kept, building again pays nothing and gives the same
// bytes.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Role } from '../config/setting-table.ts';
import type { RemoteInputs } from '../datasets/open-inputs.ts';
import type { ChatEndpoint } from '../endpoints/chat.ts';
import { LateBenchError } from '../errors.ts';
import { createInjectionCollector } from '../inject/collector.ts';
import { isSimulated } from '../report/simulation.ts';
import { readInput } from '../storage/input.ts';
import type { Row } from '../storage/rows.ts';
import type { Sink } from '../storage/sink.ts';
import type { PassContext } from '../stream/pass.ts';
import type { RunRecords, StageUse } from '../stream/records-plan.ts';
import type { DatasetManifest } from './dataset-manifest.ts';
import { createStatistics, type DatasetStatistics } from './dataset-statistics.ts';
import { type YieldLine, yieldLine } from './funnel.ts';
import { injectPass } from './inject-pass.ts';
import { buildFolder } from './layout.ts';
import type { LoadedSpec } from './load-spec.ts';
import { prepareBuild } from './prepare.ts';
import type { PublishedRecord } from './publication.ts';
import { createQuality, type QualityReport } from './quality.ts';
import type { DatasetSpec } from './spec.ts';
import { openSplitWriter } from './split-writer.ts';
import { stands, surplusOf } from './surplus.ts';
import { writeVersion } from './write-version.ts';

export interface VersionBuild extends Pick<PassContext, 'policy' | 'stopReading'> {
  /** The dataset's folder. */
  readonly folder: string;
  /** Opened when the role is first needed; a build without injections and critics asks for none. */
  readonly endpoint: (role: Role) => Promise<ChatEndpoint>;
  /** Records in a stage at once. */
  readonly concurrency: number;
  /** Passes records through stages, with those endpoints. */
  readonly runPlan: RunRecords;
  readonly say?: ((line: string) => void) | undefined;
  /** Opens addresses of the hub in the spec; without it they end the build with LB_CONFIG. */
  readonly remote?: RemoteInputs | undefined;
}

/** The result of a dataset build. */
export interface BuiltDataset {
  readonly manifest: DatasetManifest;
  readonly statistics: DatasetStatistics;
  readonly quality: QualityReport;
  readonly funnel: readonly YieldLine[];
}

/** Blind critics for the difficulty of injections, then the critics of the quality report. */
function judges({ difficultyVotes: votes, critics }: DatasetSpec): StageUse[] {
  const difficulty = votes === 0 ? [] : [{ use: 'difficulty', with: { votes } }];
  return [...difficulty, ...critics.map((critic) => ({ use: 'critic', with: critic }))];
}

async function* keptIn(file: string, dropped: ReadonlySet<string>): AsyncGenerator<Row[]> {
  for await (const rows of readInput(file, { onBad: () => {} })) {
    const kept = rows.filter(({ id }) => !dropped.has(String(id)));
    if (kept.length > 0) yield kept;
  }
}

/** Null when the build was stopped: the journals keep all replies, and the same call resumes. */
export async function buildVersion(loaded: LoadedSpec, options: VersionBuild): Promise<BuiltDataset | null> {
  const { spec } = loaded;
  const { folder, endpoint, concurrency, runPlan, policy, stopReading, say = () => {}, remote } = options;
  const staging = join(buildFolder(folder), 'staging');
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true });

  const prepared = await prepareBuild(loaded, { policy, stopReading, say, remote });
  const { facts, sources, requests, decisions, survey, chosen } = prepared;
  const planned = [...chosen.partOf.values()];

  const injects = planned.some((part) => part === 'general' || part === 'manual');
  const injections = createInjectionCollector();
  const injector = injects ? await endpoint('inject') : null;
  const reader = injects && spec.inject.verifyVotes > 0 ? await endpoint('critic') : null;
  const injected = await injectPass({
    ...{
      spec,
      folder,
      facts,
      chosen,
      decisions,
      requests,
      injector,
      reader,
      concurrency,
      injections,
      runPlan,
    },
    sources: { ...sources, say: () => {} },
    candidates: survey.candidates,
  });
  if (!injected.complete) return null;
  if (injected.stale > 0)
    say(`${injected.stale} records were decided about in another form: those decisions do not count`);
  const surplus = surplusOf(injected.placed, spec.errorShare);
  const dropped = new Set([...surplus, ...injected.placed.flatMap((one) => (stands(one) ? [] : [one.id]))]);

  const statistics = createStatistics();
  const quality = createQuality(spec);
  let written: { readonly files: readonly string[]; readonly content_sha256: string } | undefined;
  const openVersion = async (): Promise<Sink> => {
    const writer = await openSplitWriter(staging);
    return {
      write(row) {
        const { critiques, ...record } = row as PublishedRecord;
        const said = critiques ?? [];
        statistics.add(record);
        quality.add(record, said);
        injections.addDifficulty(record);
        return writer.write(record, said);
      },
      async close() {
        written = await writer.close();
        return { rows: 0, bytes: 0 };
      },
      abort: writer.abort,
    };
  };
  const judged = await runPlan({
    label: 'dataset build: critics',
    seed: spec.seed,
    stages: judges(spec),
    groups: () => keptIn(injected.file, dropped),
    sink: openVersion,
  });
  if (!judged.complete || written === undefined) return null;

  const counted = statistics.result();
  if (counted.records === 0) {
    throw new LateBenchError(
      'LB_CONFIG',
      'no record is left to publish: see the funnel, and loosen the filter of the spec',
    );
  }
  const standing = injected.placed.filter(stands).length;
  const funnel = [
    ...prepared.funnel,
    yieldLine('injected and decided', planned.length, injected.lost),
    yieldLine('balanced', standing, new Map([['surplus of its stratum', surplus.size]])),
  ];
  const result = { statistics: counted, quality: quality.result(), funnel };
  const models: Record<string, string> = {
    ...(injector === null ? {} : { inject: injector.model }),
    ...(judged.stages.length === 0 && reader === null ? {} : { critic: (await endpoint('critic')).model }),
  };
  const manifest = await writeVersion(folder, staging, {
    ...result,
    ...written,
    spec,
    sources: facts,
    injections,
    models,
    simulated: Object.values(models).some(isSimulated),
    stages: [...injected.stages, ...judged.stages],
  });
  await rm(staging, { recursive: true, force: true });
  return { manifest, ...result };
}
