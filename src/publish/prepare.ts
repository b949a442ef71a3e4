// What a build knows before its first call: what people asked for and decided, who is left of the sources, and what is to
// become of each record. It reads, and writes nothing.

import type { RemoteInputs } from '../datasets/open-inputs.ts';
import { type ManualRequest, readManualRequests } from '../inject/manual.ts';
import { formatCounted } from '../report/format.ts';
import type { Row } from '../storage/rows.ts';
import type { PassContext } from '../stream/pass.ts';
import { type Chosen, chooseParts } from './choose.ts';
import { type Decisions, readDecisions } from './decisions.ts';
import { type EarlierVersion, openEarlierVersion } from './earlier-version.ts';
import { type Errata, readErrata } from './errata.ts';
import { filterLines, type YieldLine, yieldLine } from './funnel.ts';
import { type KeptRecords, keptRecords } from './kept-records.ts';
import type { LoadedSpec } from './load-spec.ts';
import { createNamedRecords } from './named-records.ts';
import { checkSameSources, checkSameVersion } from './same-version.ts';
import { readSourceLicences } from './source-licences.ts';
import { type SourceFacts, type SourceOptions, sourceFacts } from './sources.ts';
import { openSpecFile } from './spec-files.ts';
import { type Survey, surveySources } from './survey.ts';

export interface Prepared {
  /** The version that this one is built on; null for a first one. */
  readonly earlier: EarlierVersion | null;
  /** What stays of it; null where nothing must. */
  readonly kept: KeptRecords | null;
  readonly facts: readonly SourceFacts[];
  /** How the sources are read again. */
  readonly sources: SourceOptions;
  readonly requests: ReadonlyMap<string, ManualRequest>;
  readonly decisions: Decisions;
  readonly errata: Errata;
  readonly survey: Survey;
  readonly chosen: Chosen;
  /** What the filter and the choice of parts left out. */
  readonly funnel: readonly YieldLine[];
}

async function requestsIn(
  files: readonly string[],
  { say, ...place }: Pick<SourceOptions, 'folder' | 'remote' | 'say'>,
): Promise<Map<string, ManualRequest>> {
  const rows: Row[] = [];
  for (const file of files) {
    for (const input of await openSpecFile(place, file)) {
      for await (const group of input.read({ onBad: ({ message }) => say(`${file}: ${message}`) })) {
        rows.push(...group.filter(({ kind }) => kind === 'comment'));
      }
    }
  }
  const requests = readManualRequests(rows);
  for (const bad of requests.bad) say(`a comment cannot be read: ${bad}`);
  return new Map(requests.byRecord);
}

export interface PrepareOptions extends Pick<PassContext, 'policy' | 'stopReading'> {
  readonly say: (line: string) => void;
  readonly remote?: RemoteInputs | undefined;
  /** Folder of the dataset, which may hold the version to build on. */
  readonly dataset: string;
  /** Choose parts and splits of all records anew. */
  readonly rebalance: boolean;
  /** Folder of the version to build on, where the dataset's folder holds none. */
  readonly base?: string | undefined;
  /** Write nothing. */
  readonly dry: boolean;
}

export async function prepareBuild(
  { spec, folder }: LoadedSpec,
  { policy, stopReading, say, remote, dataset, rebalance, base, dry }: PrepareOptions,
): Promise<Prepared> {
  const facts = sourceFacts(spec.sources);
  const sources = { folder, remote, say, onBad: policy.reject.bind(policy) };
  await readSourceLicences(spec, facts, sources);
  const requests = await requestsIn(spec.comments, sources);
  const decisions = await readDecisions(spec.decisions, sources);
  for (const bad of decisions.bad) say(`a decision cannot be read: ${bad}`);
  const errata = await readErrata(spec.errata ?? [], sources, say);
  await checkSameVersion(dataset, spec);
  const earlier = await openEarlierVersion(dataset, spec.version, { dry, base });
  const reading = { ...sources, signal: stopReading };
  const kept = earlier === null || rebalance ? null : await keptRecords(earlier, spec, facts, reading);
  if (kept !== null) {
    const { size } = kept.partOf;
    say(
      `${size} of ${earlier?.entries.size} records of version ${earlier?.manifest.version} stay as they are`,
    );
  }
  const named = createNamedRecords({
    comments: requests.keys(),
    decisions: decisions.byRecord.keys(),
    errata: errata.keys(),
  });
  const survey = await surveySources(spec, facts, { requests, errata, named, kept }, reading);
  for (const id of earlier?.entries.keys() ?? []) named.look(id);
  if (!stopReading.aborted) named.check(say);
  await checkSameSources(dataset, spec.version, facts);
  const chosen = chooseParts(survey.candidates, spec);
  say(
    `${formatCounted(survey.rows, 'row')}, ${formatCounted(survey.candidates.length, 'problem')}, ${formatCounted(chosen.partOf.size, 'record')} chosen`,
  );
  const funnel = [
    { step: 'read', in: survey.rows, out: survey.funnel[0]?.seen ?? survey.rows, reasons: {} },
    ...filterLines(survey.funnel),
    ...(survey.between === 0
      ? []
      : [
          yieldLine(
            'families',
            survey.candidates.length + survey.between,
            new Map([['variant of published problems in two splits', survey.between]]),
          ),
        ]),
    yieldLine('chosen', survey.candidates.length, chosen.left),
  ];
  return { earlier, kept, facts, sources, requests, decisions, errata, survey, chosen, funnel };
}
