// Builds a version of a dataset: survey of the sources, choice of parts, injection, balance, critics, files. Every call
// goes through the endpoints that it is given; with their journals kept, building again pays nothing and gives the same
// bytes.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Role } from '../config/setting-table.ts';
import { criticStage } from '../critic/critic.ts';
import { rejectSameNames } from '../critic/critic-names.ts';
import { difficultyStage } from '../critic/difficulty.ts';
import type { RemoteInputs } from '../datasets/open-inputs.ts';
import type { ChatEndpoint } from '../endpoints/chat.ts';
import { LateBenchError } from '../errors.ts';
import { createInjectionCollector } from '../inject/collector.ts';
import { isSimulated } from '../report/simulation.ts';
import { readInput } from '../storage/input.ts';
import { noSink } from '../storage/no-sink.ts';
import { openQuarantine } from '../storage/quarantine.ts';
import type { Row } from '../storage/rows.ts';
import { createErrorPolicy, type ErrorPolicy } from '../stream/error-policy.ts';
import { type PassContext, passRecords } from '../stream/pass.ts';
import { type StageStep, stageStep } from '../stream/step.ts';
import { createTally } from '../stream/tally.ts';
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

/** Without a policy a bad row ends the build; without signals nothing stops it but an error. */
export interface BuildOptions extends Partial<PassContext> {
  /** The dataset's folder. */
  readonly folder: string;
  /** Opened when the role is first needed; a build without injections and critics asks for none. */
  readonly endpoint: (role: Role) => Promise<ChatEndpoint>;
  /** Records in a stage at once. */
  readonly concurrency: number;
  readonly say?: (line: string) => void;
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

async function judgeSteps(spec: DatasetSpec, { endpoint, concurrency }: BuildOptions): Promise<StageStep[]> {
  const { difficultyVotes: votes, critics, seed } = spec;
  if (votes === 0 && critics.length === 0) return [];
  const chat = await endpoint('critic');
  const difficulty =
    votes === 0 ? [] : [stageStep(difficultyStage({ endpoints: [chat], votes, seed }), concurrency)];
  const judges = critics.map(({ protocol, votes: count, name }) =>
    stageStep(criticStage({ endpoint: chat, protocol, votes: count, name, seed }), concurrency),
  );
  rejectSameNames(judges);
  return [...difficulty, ...judges];
}

async function* keptIn(file: string, dropped: ReadonlySet<string>): AsyncGenerator<Row[]> {
  for await (const rows of readInput(file, { onBad: () => {} })) {
    const kept = rows.filter(({ id }) => !dropped.has(String(id)));
    if (kept.length > 0) yield kept;
  }
}

function contextOf(options: BuildOptions): PassContext {
  const never = new AbortController().signal;
  const strict = (): ErrorPolicy =>
    createErrorPolicy({
      onError: 'fail',
      maxErrors: undefined,
      quarantine: openQuarantine(join(buildFolder(options.folder), 'quarantine.jsonl')),
      say: () => {},
    });
  return {
    policy: options.policy ?? strict(),
    tally: options.tally ?? createTally(),
    stopReading: options.stopReading ?? never,
    abandon: options.abandon ?? never,
    onStop:
      options.onStop ??
      ((reason) => {
        throw reason;
      }),
  };
}

/** Null when the build was stopped: the journals keep all replies, and the same call resumes. */
export async function buildDataset(loaded: LoadedSpec, options: BuildOptions): Promise<BuiltDataset | null> {
  const { spec } = loaded;
  const { folder, endpoint, concurrency, say = () => {}, remote } = options;
  const context = contextOf(options);
  const { policy, stopReading } = context;
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
  const injected = await injectPass(
    {
      spec,
      folder,
      facts,
      sources: { ...sources, say: () => {} },
      candidates: survey.candidates,
      chosen,
      decisions,
      requests,
      injector,
      reader,
      concurrency,
      injections,
    },
    context,
  );
  if (!injected.complete) return null;
  if (injected.stale > 0)
    say(`${injected.stale} records were decided about in another form: those decisions do not count`);
  const surplus = surplusOf(injected.placed, spec.errorShare);
  const dropped = new Set([...surplus, ...injected.placed.flatMap((one) => (stands(one) ? [] : [one.id]))]);

  const statistics = createStatistics();
  const quality = createQuality(spec);
  const judges = await judgeSteps(spec, options);
  const models: Record<string, string> = {
    ...(injector === null ? {} : { inject: injector.model }),
    ...(judges.length === 0 && reader === null ? {} : { critic: (await endpoint('critic')).model }),
  };
  const writer = await openSplitWriter(staging);
  let complete = false;
  let written: Awaited<ReturnType<typeof writer.close>> | undefined;
  try {
    const take = async (row: Row): Promise<void> => {
      const { critiques, ...record } = row as PublishedRecord;
      policy.accepted();
      statistics.add(record);
      quality.add(record, critiques ?? []);
      injections.addDifficulty(record);
      await writer.write(record, critiques ?? []);
    };
    const links = judges.map((step) => ({ step }));
    const sink = { ...noSink, write: take };
    const ending = await passRecords({ groups: keptIn(injected.file, dropped), links, sink }, context);
    complete = ending === 'complete' && !stopReading.aborted;
  } finally {
    if (complete) written = await writer.close();
    else await writer.abort();
  }
  if (written === undefined) return null;
  policy.finish();

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
  const manifest = await writeVersion(folder, staging, {
    ...result,
    ...written,
    spec,
    sources: facts,
    injections,
    models,
    simulated: Object.values(models).some(isSimulated),
    stages: [injected.stage, ...judges].map(({ name, version, config }) => ({ name, version, config })),
  });
  await rm(staging, { recursive: true, force: true });
  return { manifest, ...result };
}
