// Builds a version of a dataset: survey of the sources, choice of parts, injection, balance, critics, files. Every call
// goes through the endpoints that it is given; with their journals kept, building again pays nothing and gives the same
// bytes.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Role } from '../config/setting-table.ts';
import type { RemoteInputs } from '../datasets/open-inputs.ts';
import type { ChatEndpoint } from '../endpoints/chat.ts';
import { LateBenchError } from '../errors.ts';
import { createInjectionCollector } from '../inject/collector.ts';
import { formatCounted } from '../report/format.ts';
import { isSimulated } from '../report/simulation.ts';
import { createFolder, makeFolder } from '../storage/make-folder.ts';
import { takeExclusive } from '../storage/process-lock.ts';
import type { PassContext } from '../stream/pass.ts';
import type { RunRecords } from '../stream/records-plan.ts';
import type { DatasetManifest } from './dataset-manifest.ts';
import type { DatasetStatistics } from './dataset-statistics.ts';
import { type YieldLine, yieldLine } from './funnel.ts';
import { injectPass } from './inject-pass.ts';
import { judgePass } from './judge-pass.ts';
import { buildFolder } from './layout.ts';
import type { LoadedSpec } from './load-spec.ts';
import { prepareBuild } from './prepare.ts';
import type { QualityReport } from './quality.ts';
import { stands, surplusOf } from './surplus.ts';
import { writeVersion } from './write-version.ts';

export interface VersionBuild extends Pick<PassContext, 'policy' | 'stopReading'> {
  /** The dataset's folder. */
  readonly folder: string;
  /** Choose parts and splits of all records anew, also of those that the version in the folder has. */
  readonly rebalance?: boolean | undefined;
  /** Folder of the version to build on, where the dataset's folder holds none. */
  readonly base?: string | undefined;
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

/** The result of a dataset build: what was written, and how the records came about. */
export interface BuiltDataset {
  /** As it is in manifest.json. */
  readonly manifest: DatasetManifest;
  /** Counts of records by part, split, error type, subject and licence. */
  readonly statistics: DatasetStatistics;
  /**
   * Baselines of each part, transfer from injected to natural errors, shortcuts, overlap between splits, and
   * agreement of annotators.
   */
  readonly quality: QualityReport;
  /** How many records each step of the build read and kept, in order. */
  readonly funnel: readonly YieldLine[];
}

/**
 * Null when the build was stopped: the journals keep all replies, and the same call resumes.
 *
 * @throws LB_BUSY where another build works in the folder: two would write each other's files
 */
export async function buildVersion(loaded: LoadedSpec, options: VersionBuild): Promise<BuiltDataset | null> {
  const { folder } = options;
  const working = buildFolder(folder);
  await makeFolder(working);
  const lock = await takeExclusive(join(working, 'build.lock'));
  if (!('release' in lock)) {
    const message = `${lock.who} is building ${folder}: wait for it, or write to another folder`;
    throw new LateBenchError('LB_BUSY', message);
  }
  try {
    return await buildAlone(loaded, options);
  } finally {
    await lock.release();
  }
}

async function buildAlone(loaded: LoadedSpec, options: VersionBuild): Promise<BuiltDataset | null> {
  const { spec } = loaded;
  const { folder, endpoint, concurrency, runPlan, policy, stopReading, say = () => {}, remote } = options;
  const { rebalance = false, base } = options;
  const staging = join(buildFolder(folder), 'staging');
  await rm(staging, { recursive: true, force: true });
  await createFolder(staging);

  const prepared = await prepareBuild(loaded, {
    ...{ policy, stopReading, say, remote, rebalance, base },
    dataset: folder,
    dry: false,
  });
  const { earlier, kept, facts, sources, requests, decisions, errata, survey, chosen } = prepared;
  const planned = [...chosen.partOf.values()];
  const isKept = (id: string): boolean => kept?.partOf.has(id) === true;

  const injects = [...chosen.partOf].some(
    ([id, part]) => (part === 'general' || part === 'manual') && !isKept(id),
  );
  const injections = createInjectionCollector();
  const injector = injects ? await endpoint('inject') : null;
  const reader = injects && spec.inject.verifyVotes > 0 ? await endpoint('critic') : null;
  const injected = await injectPass({
    ...{
      spec,
      folder,
      facts,
      chosen,
      kept,
      decisions,
      errata,
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
    say(
      `${formatCounted(injected.stale, 'record was', 'records were')} decided about in another form: those decisions do not count`,
    );
  const surplus = surplusOf(injected.placed, spec.errorShare);
  const dropped = new Set([...surplus, ...injected.placed.flatMap((one) => (stands(one) ? [] : [one.id]))]);

  const judged = await judgePass({
    ...{ spec, staging, dropped, injections, runPlan },
    file: injected.file,
    kept: new Set(kept?.partOf.keys()),
  });
  if (judged === null) return null;
  const { stages, files, content_sha256, statistics, quality } = judged;
  if (statistics.records === 0) {
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
  const before = kept === null ? undefined : earlier?.manifest;
  const models: Record<string, string> = {
    ...before?.models,
    ...(injector === null ? {} : { inject: injector.model }),
    ...(stages.length === 0 && reader === null ? {} : { critic: (await endpoint('critic')).model }),
  };
  const manifest = await writeVersion(folder, staging, {
    ...{ spec, statistics, quality, funnel, files, content_sha256, earlier, rebalance, injections, models },
    sources: facts,
    simulated: before?.simulated === true || Object.values(models).some(isSimulated),
    stages: [...injected.stages, ...stages],
  });
  await rm(staging, { recursive: true, force: true });
  return { manifest, statistics, quality, funnel };
}
