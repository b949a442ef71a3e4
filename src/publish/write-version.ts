// The last pass of a build: balanced records through the blind critics and the critics of the quality report, into the
// files of a version. Everything is written to a staging folder first and moved when it is whole, the manifest last.
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LateBenchError } from '../errors.ts';
import type { InjectionCollector } from '../inject/collector.ts';
import { injectionReport } from '../inject/report.ts';
import { schemaVersion } from '../records/schema-version.ts';
import { publishFile, writeFileAtomic, writeJsonAtomic } from '../storage/atomic-write.ts';
import { digestOfFile } from '../storage/byte-digest.ts';
import { createFolder } from '../storage/make-folder.ts';
import { readTextIfPresent } from '../storage/read-text.ts';
import { toolVersion } from '../version.ts';
import type { BuiltDataset } from './build.ts';
import { datasetCard } from './card.ts';
import { changelogWith } from './changelog.ts';
import { type DatasetManifest, manifestFormat, readManifest } from './dataset-manifest.ts';
import { diffIndexes } from './diff.ts';
import type { EarlierVersion } from './earlier-version.ts';
import { erratumLines, publishedErrata } from './errata.ts';
import { datasetFigures } from './figures.ts';
import { layout } from './layout.ts';
import { qualityText } from './quality-text.ts';
import { readIndex } from './record-index.ts';
import type { SourceFacts } from './sources.ts';
import type { DatasetSpec } from './spec.ts';

export interface VersionFacts extends Omit<BuiltDataset, 'manifest'> {
  readonly spec: DatasetSpec;
  readonly sources: readonly SourceFacts[];
  readonly injections: InjectionCollector;
  readonly stages: DatasetManifest['stages'];
  readonly models: Readonly<Record<string, string>>;
  readonly simulated: boolean;
  /** Written to the staging folder already. */
  readonly files: readonly string[];
  readonly content_sha256: string;
  /** What it was built on; null for a first version. */
  readonly earlier: EarlierVersion | null;
  /** Its records need not be as they were. */
  readonly rebalance: boolean;
}

/** The changelog with this version in it; rejects different records under an existing version. */
async function changelogOf(
  folder: string,
  staging: string,
  { spec, content_sha256, statistics, earlier, rebalance }: VersionFacts,
): Promise<string> {
  const present = await readManifest(folder);
  if (present?.version === spec.version) {
    const known = (await readTextIfPresent(join(folder, layout.changelog))) ?? null;
    if (present.content_sha256 === content_sha256 && known !== null) return known;
    throw new LateBenchError(
      'LB_OUTPUT',
      `${folder} holds version ${spec.version} with other records: raise \`version\` in the spec, or write to another folder`,
    );
  }
  const { version } = spec;
  const { records } = statistics;
  const errata = await publishedErrata(join(staging, layout.errata));
  const corrected = erratumLines(errata.filter((one) => one.version === version));
  if (earlier === null) return changelogWith(null, { version, records, since: null, corrected });
  const diff = diffIndexes(earlier.entries, await readIndex(join(staging, layout.index)));
  const since = { version: earlier.manifest.version, rebalanced: rebalance, diff };
  return changelogWith(earlier.changelog, { version, records, since, corrected });
}

function historyOf({ spec, earlier, rebalance }: VersionFacts): Pick<DatasetManifest, 'base' | 'rebalanced'> {
  if (earlier === null) return { base: null, rebalanced: [] };
  const { version, content_sha256, rebalanced = [] } = earlier.manifest;
  return {
    base: { version, content_sha256 },
    rebalanced: rebalance ? [...rebalanced, spec.version] : rebalanced,
  };
}

/** Moves what is whole into place; the manifest goes last, so that a crash in between shows as files that do not fit. */
async function publishFiles(folder: string, staging: string, files: readonly string[]): Promise<void> {
  const stale = Object.keys((await readManifest(folder))?.files ?? {}).filter(
    (path) => !files.includes(path),
  );
  for (const path of [...files, layout.manifest]) {
    await createFolder(dirname(join(folder, path)));
    await publishFile(join(staging, path), join(folder, path));
  }
  for (const path of stale) await rm(join(folder, path), { force: true });
}

/** Writes card, charts, reports, changelog and manifest beside the records; then publishes all of it to `folder`. */
export async function writeVersion(
  folder: string,
  staging: string,
  facts: VersionFacts,
): Promise<DatasetManifest> {
  const { spec, statistics, quality, funnel, sources, models, simulated, injections } = facts;
  const figures = datasetFigures(statistics);
  const quality_text = qualityText(quality);
  const page = injectionReport(injections, {
    title: `${spec.name} ${spec.version}: injections`,
    inputs: sources.map(({ source, sha256, rows }) => ({ source, sha256, records: rows })),
    seed: spec.seed,
  });
  const texts: (readonly [string, string])[] = [
    ...figures.map(({ path, svg }) => [path, svg] as const),
    [layout.quality, `${JSON.stringify(quality, null, 2)}\n`],
    [layout.qualityText, `# Quality of ${spec.name} ${spec.version}\n\n${quality_text}`],
    [layout.injections, page],
    [
      layout.card,
      datasetCard({ spec, statistics, funnel, sources, figures, models, simulated, quality: quality_text }),
    ],
    [layout.changelog, await changelogOf(folder, staging, facts)],
  ];
  for (const [path, text] of texts) {
    await createFolder(dirname(join(staging, path)));
    await writeFileAtomic(join(staging, path), text);
  }
  const files = [...facts.files, ...texts.map(([path]) => path)].sort();
  const manifest: DatasetManifest = {
    format: manifestFormat,
    name: spec.name,
    version: spec.version,
    tool_version: toolVersion,
    schema_version: schemaVersion,
    content_sha256: facts.content_sha256,
    simulated,
    ...historyOf(facts),
    spec,
    sources: sources.map((source) => ({ ...source })),
    stages: facts.stages,
    models,
    counts: { ...statistics },
    funnel: funnel.map((line) => ({ ...line })),
    files: Object.fromEntries(
      await Promise.all(files.map(async (path) => [path, await digestOfFile(join(staging, path))] as const)),
    ),
  };
  await writeJsonAtomic(join(staging, layout.manifest), manifest);
  await publishFiles(folder, staging, files);
  return manifest;
}
