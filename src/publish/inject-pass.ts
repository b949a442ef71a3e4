// The second pass over the sources: what was chosen is done to each record, people's decisions are looked up, and the
// result goes to a file of the build, where annotators and the last pass read it.
import { join } from 'node:path';
import type { ChatEndpoint } from '../endpoints/chat.ts';
import type { InjectionCollector } from '../inject/collector.ts';
import { gateRefusal, gateVersion } from '../inject/gated-record.ts';
import type { ManualRequest } from '../inject/manual.ts';
import { recordHash } from '../records/record-hash.ts';
import type { Solution } from '../records/solution.ts';
import { openOutput } from '../storage/output.ts';
import type { Row } from '../storage/rows.ts';
import type { RecordsEnding, RunRecords } from '../stream/records-plan.ts';
import { stageStep } from '../stream/step.ts';
import type { Chosen, Part } from './choose.ts';
import { type Decisions, outcomeOf, verdictsOn } from './decisions.ts';
import { correctedRecord, correctedRow, type Errata } from './errata.ts';
import type { FamilyPlace } from './families.ts';
import type { KeptRecords } from './kept-records.ts';
import { buildFolder } from './layout.ts';
import { partStage } from './part-stage.ts';
import type { Publication, PublishedRecord } from './publication.ts';
import { readSources, type SourceFacts, type SourceOptions, type SourceRecord } from './sources.ts';
import type { DatasetSpec } from './spec.ts';
import { surfaceOf } from './surface-features.ts';
import type { Placed } from './surplus.ts';
import type { PlacedCandidate } from './survey.ts';

export interface InjectPassInput {
  readonly spec: DatasetSpec;
  readonly folder: string;
  readonly facts: readonly SourceFacts[];
  readonly sources: SourceOptions;
  readonly candidates: readonly PlacedCandidate[];
  readonly chosen: Chosen;
  readonly kept: KeptRecords | null;
  readonly decisions: Decisions;
  readonly errata: Errata;
  readonly requests: ReadonlyMap<string, ManualRequest>;
  readonly injector: ChatEndpoint | null;
  readonly reader: ChatEndpoint | null;
  readonly concurrency: number;
  readonly injections: InjectionCollector;
  readonly runPlan: RunRecords;
}

export interface InjectPassResult {
  readonly complete: boolean;
  readonly placed: readonly Placed[];
  /** Why records were lost, counted. */
  readonly lost: ReadonlyMap<string, number>;
  /** Records with decisions that were made on another solution. */
  readonly stale: number;
  /** The accepted records, with their `publication`. */
  readonly file: string;
  readonly stages: RecordsEnding['stages'];
}

function publicationOf(
  part: Part,
  origin: SourceRecord['origin'],
  { family, split }: FamilyPlace,
): Publication {
  const { file, row_sha256, licence } = origin;
  return { part, split, family, source: { file, row_sha256 }, licence, decisions: [] };
}

/** The change of the changed step's length, as a share of the shorter version. */
function lengthChange({ steps, injection }: Solution): number {
  const at = injection?.error_step ?? 0;
  const [before, after] = [injection?.original_steps?.[at]?.length ?? 0, steps[at]?.length ?? 0];
  return Math.max(before, after) / Math.max(1, Math.min(before, after)) - 1;
}

/** A published record leaves only when people decide against it. */
function reasonToRemove({ publication }: PublishedRecord): string | null {
  return outcomeOf(publication.decisions) === 'out' ? 'a person decided against it' : null;
}

/** Null for an accepted record. */
function reasonToLose(record: PublishedRecord, spec: DatasetSpec): string | null {
  const { injection } = record;
  if (injection?.status === 'rejected' || injection?.status === 'failed')
    return `injection ${injection.status}`;
  const { part, decisions } = record.publication;
  const injected = part === 'general' || part === 'manual';
  const outcome = outcomeOf(decisions);
  const refusal = injected && spec.inject.gate === 'strict' ? gateRefusal(record) : null;
  if (refusal !== null) return refusal;
  if (outcome === 'out') return 'a person decided against it';
  if (injected && spec.requireDecision && outcome !== 'in') return 'no person has accepted it';
  if (injected && spec.lengthChange !== null && lengthChange(record) > spec.lengthChange)
    return 'it can be recognised by its length';
  return null;
}

/**
 * Without the hash of the gate: the index of a version has a hash of each record, which binds it to more than its steps.
 */
function unbound(record: PublishedRecord): PublishedRecord {
  if (record.injection == null || !('gate_hash' in record.injection)) return record;
  const { gate_hash: _, ...injection } = record.injection;
  return { ...record, injection };
}

/** The gate is part of the stage `inject`, whose version is in the keys of records that are published already. */
function withGateVersion(stage: RecordsEnding['stages'][number]): RecordsEnding['stages'] {
  return [stage, { name: 'gate', version: gateVersion, config: {} }];
}

export async function injectPass(input: InjectPassInput): Promise<InjectPassResult> {
  const { spec, facts, sources, chosen, decisions, errata, candidates, injections, kept } = input;
  const added = new Map([...chosen.partOf].filter(([id]) => kept?.partOf.has(id) !== true));
  const placeOf = new Map(
    candidates.flatMap(({ id, family, split }) => (added.has(id) ? [[id, { family, split }] as const] : [])),
  );
  const groups = async function* (): AsyncGenerator<Row[]> {
    for await (const record of kept?.records() ?? []) {
      if (chosen.partOf.has(record.id)) yield [record as unknown as Row];
    }
    const open = new Map(added);
    for await (const { record, origin } of readSources(spec.sources, facts, {
      ...sources,
      onBad: () => {},
    })) {
      const id = String(record.id);
      const part = open.get(id);
      if (part === undefined) continue;
      // The first record of an id is the one that was chosen.
      open.delete(id);
      const { record: right, publication } = correctedRow(
        record as unknown as Solution,
        errata,
        spec.version,
      );
      const { critiques: _theirs, ...rest } = right;
      yield [{ ...rest, publication: { ...publicationOf(part, origin, placeOf.get(id)!), ...publication } }];
    }
  };
  const stage = stageStep(partStage({ ...input, partOf: added }), input.concurrency);
  const file = join(buildFolder(input.folder), 'injected.jsonl');
  /** Of the accepted records. */
  const looks = new Map<string, Float64Array>();
  const lost = new Map<string, number>();
  let stale = 0;
  const decide = (row: Row): PublishedRecord => {
    const isKept = kept?.partOf.has(String(row.id)) === true;
    const unmarked = unbound(row as PublishedRecord);
    const { record, gone } = isKept
      ? correctedRecord(unmarked, errata, spec.version)
      : { record: unmarked, gone: false };
    const verdicts = verdictsOn(decisions, record.id, recordHash(record));
    if (verdicts.length < (decisions.byRecord.get(record.id)?.length ?? 0)) stale += 1;
    const reported = verdicts.map(({ annotator, decision }) => ({ annotator, decision }));
    const decided: PublishedRecord = {
      ...record,
      publication: { ...record.publication, decisions: reported },
    };
    injections.add(decided);
    const outcome = isKept ? reasonToRemove(decided) : reasonToLose(decided, spec);
    const reason = gone ? 'people found an error before the injected one, or none' : outcome;
    if (reason === null) looks.set(record.id, surfaceOf(record.steps));
    else lost.set(reason, (lost.get(reason) ?? 0) + 1);
    return decided;
  };
  const { complete, stages } = await input.runPlan({
    label: 'dataset build: injections',
    seed: spec.seed,
    stages: [stage],
    groups,
    sink: async () => {
      const output = await openOutput(file);
      return { ...output, write: async (row) => output.write(decide(row)) };
    },
  });
  const placed = candidates.flatMap((candidate): Placed[] => {
    const part = chosen.partOf.get(candidate.id);
    return part === undefined ? [] : [{ ...candidate, part, looks: looks.get(candidate.id) ?? null }];
  });
  return { complete, placed, lost, stale, file, stages: stages.flatMap(withGateVersion) };
}
