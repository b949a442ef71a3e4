// Work on one record by hand: an injection as a person words it, its acceptance or rejection, and a critic's opinion
// of it. Calls go through the same stages as `latebench inject` and `latebench critic`, with their journal and cache.
import { LateBenchError } from '../../errors.ts';
import { runOneRecord } from '../../executor/one-record.ts';
import { failedChecks } from '../../inject/gate/gate.ts';
import { gateHash, gateOfRecord, wholeSolution, withGate } from '../../inject/gated-record.ts';
import { writtenInjection } from '../../inject/written-injection.ts';
import { lastBoxed } from '../../mathverify/boxes.ts';
import { canonicalJson, sha256Hex } from '../../records/identity.ts';
import { recordHash } from '../../records/record-hash.ts';
import type { Solution } from '../../records/solution.ts';
import { formatUsd } from '../../report/format.ts';
import type {
  CallEstimate,
  CriticRequest,
  EstimateRequest,
  InjectRequest,
  SettleRequest,
  WriteRequest,
} from '../api.ts';
import type {
  ShownCritique,
  ShownProposal,
  ShownRecord,
  SolutionText,
  WrittenOutcome,
} from '../api-record.ts';
import { shownChecks, shownCritique, showRecord } from '../records/show-record.ts';
import { readRecord } from '../sources/record-page.ts';
import type { Source } from '../sources/source.ts';
import type { EndpointAccess } from './access.ts';
import {
  addToBench,
  type Bench,
  type BenchState,
  openBench,
  type Proposal,
  type Spent,
} from './bench-file.ts';
import { estimateCalls } from './estimate.ts';
import { useOf } from './forms.ts';
import { createSpending } from './spending.ts';

/** Absent `record_hash`: whichever record is in the row. */
type BenchPlace = Pick<WriteRequest, 'row' | 'record_hash'>;

export interface Workbench {
  about(
    source: Source,
    record: ShownRecord | null,
  ): Promise<{ proposals: readonly ShownProposal[]; trials: readonly ShownCritique[] }>;
  inject(source: Source, request: InjectRequest): Promise<ShownProposal>;
  solution(source: Source, place: BenchPlace): Promise<SolutionText>;
  /** Keeps what a person wrote as an accepted injection, unless the gate rejects exactly these steps. */
  write(source: Source, request: WriteRequest): Promise<WrittenOutcome>;
  /** What `inject` or `judge` would call and cost; calls nothing. */
  estimate(source: Source, request: EstimateRequest): Promise<CallEstimate>;
  settle(source: Source, request: SettleRequest): Promise<ShownProposal>;
  judge(source: Source, request: CriticRequest): Promise<{ critique: ShownCritique; spent: string }>;
}

function spentText({ model, usage, usd }: Spent): string {
  const tokens = usage.prompt_tokens + usage.completion_tokens;
  const calls = usage.calls === 1 ? '1 call' : `${usage.calls} calls`;
  const cost = usd === null ? 'price not known' : formatUsd(usd);
  return `${calls} to ${model}, ${tokens} tokens, ${cost}`;
}

function shownProposal(proposal: Proposal): ShownProposal {
  return {
    id: proposal.proposal,
    annotator: proposal.annotator,
    state: proposal.state,
    edited: proposal.edited,
    record: showRecord(proposal.record),
    texts: proposal.record.steps,
    spent: proposal.spent === null ? null : spentText(proposal.spent),
  };
}

/** The record as the gate accepts it, bound to exactly these steps. Throws LB_USAGE, naming what it rejects. */
function gated(record: Solution): Solution {
  const gate = gateOfRecord(record, wholeSolution);
  const failed = gate === null ? ['no original solution'] : failedChecks(gate);
  if (gate !== null && failed.length === 0) {
    return record.injection?.gate_hash === gateHash(record) ? record : withGate(record, gate);
  }
  throw new LateBenchError('LB_USAGE', `the gate rejects these steps: ${failed.join('; ')}`);
}

/** As it was before its injection. Throws LB_USAGE where the record does not have that. */
function originalOf(record: Solution): Solution {
  const { original_steps: steps, original_final_answer: answer } = record.injection ?? {};
  if (steps == null || steps.length === 0)
    throw new LateBenchError('LB_USAGE', 'this record does not have its original solution');
  return {
    ...record,
    steps: [...steps],
    error_steps: [],
    error_source: null,
    final_answer: answer ?? null,
    final_answer_correct: null,
  };
}

export function createWorkbench(access: EndpointAccess, now: () => Date): Workbench {
  const benches = new Map<string, Bench>();

  function stateOf({ notes: { folder } }: Source): Promise<BenchState> {
    const bench = benches.get(folder) ?? openBench(folder);
    benches.set(folder, bench);
    return bench.read();
  }

  /** A row holds another record after a program has written the file again. */
  async function recordOf(source: Source, { row, record_hash: hash }: BenchPlace): Promise<Solution> {
    const found = await readRecord(source, row);
    if ('record' in found && (hash === undefined || recordHash(found.record) === hash)) return found.record;
    if ('record' in found) {
      throw new LateBenchError(
        'LB_USAGE',
        'the file was changed since this page was read, and another record is in this place: nothing was done; reload the page (what you wrote is kept with its record)',
      );
    }
    throw new LateBenchError('LB_SCHEMA', `row ${row} is not a record: ${found.reason}`);
  }

  async function proposalOf(source: Source, id: string, annotator: string | null): Promise<Proposal> {
    const { proposals } = await stateOf(source);
    const matches = proposals.filter(({ proposal }) => proposal === id);
    const found = matches.find((one) => one.annotator === annotator) ?? matches[0];
    if (found !== undefined) return found;
    throw new LateBenchError('LB_INPUT_MISSING', `there is no proposal ${id}`);
  }

  /** What a critic is asked about, without what others said of it. */
  async function judgedBy(
    source: Source,
    { proposal, annotator, original, ...place }: CriticRequest,
  ): Promise<{ record: Solution; judged: Solution }> {
    const record = await recordOf(source, place);
    const given = proposal === null ? record : (await proposalOf(source, proposal, annotator)).record;
    const { critiques: _, injection: __, ...judged } = original ? originalOf(given) : given;
    return { record, judged };
  }

  return {
    async about(source, record) {
      if (record === null) return { proposals: [], trials: [] };
      const { proposals, trials } = await stateOf(source);
      const here = ({ record_hash: hash }: { record_hash: string }): boolean => hash === record.hash;
      const shown: ShownCritique[] = [];
      for (const { critique, proposal, original } of trials.filter(here)) {
        const judged =
          proposal === null ? null : (proposals.find((one) => one.proposal === proposal)?.record ?? null);
        const { error_steps } = judged ?? { error_steps: record.errorSteps };
        const known = original ? [] : error_steps;
        const solution = { error_steps: known == null ? null : [...known], injection: null };
        shown.push({ ...shownCritique(critique, solution), proposal, original });
      }
      return { proposals: proposals.filter(here).map(shownProposal), trials: shown };
    },

    async inject(source, { annotator, options, seed, ...place }) {
      const use = await useOf('inject', options);
      const record = await recordOf(source, place);
      if ((record.error_steps ?? []).length > 0) {
        throw new LateBenchError('LB_USAGE', 'this solution is known to have an error; choose a correct one');
      }
      // Whatever else was said about the original has no part in it.
      const { injection: _, ...clean } = record;
      const { endpoint, spent } = createSpending(access);
      const result = await runOneRecord(use, clean, { seed, endpoint });
      const request = { id: record.id, options: use.with, seed, hash: recordHash(record) };
      const line: Proposal = {
        annotator,
        record_id: record.id,
        record_hash: recordHash(record),
        at: now().toISOString(),
        kind: 'injection',
        proposal: sha256Hex(canonicalJson(request)).slice(0, 12),
        state: result.injection?.status === 'accepted' ? 'proposed' : 'rejected',
        edited: false,
        record: result,
        spent: spent(),
      };
      addToBench(source.notes.folder, line);
      return shownProposal(line);
    },

    async solution(source, place) {
      const { steps, final_answer } = await recordOf(source, place);
      return { steps, finalAnswer: final_answer ?? null };
    },

    async write(source, { annotator, step, steps, final_answer, error_type, explanation, ...place }) {
      const original = await recordOf(source, place);
      const { record, gate } = writtenInjection(original, {
        step,
        steps,
        finalAnswer: final_answer,
        errorType: error_type,
        explanation,
        author: annotator,
      });
      if (record.injection?.status !== 'accepted')
        return { failed: shownChecks(gate).filter(({ ok }) => !ok) };
      const hash = recordHash(original);
      const line: Proposal = {
        annotator,
        record_id: original.id,
        record_hash: hash,
        at: now().toISOString(),
        kind: 'injection',
        proposal: sha256Hex(canonicalJson({ hash, steps: record.steps, step })).slice(0, 12),
        state: 'accepted',
        edited: false,
        record,
        spent: null,
      };
      addToBench(source.notes.folder, line);
      return { proposal: shownProposal(line) };
    },

    async estimate(source, request) {
      const use = await useOf(request.action, request.options);
      if (request.action === 'critic')
        return estimateCalls(access, use, (await judgedBy(source, request)).judged);
      const { critiques: _, injection: __, ...record } = await recordOf(source, request);
      return estimateCalls(access, use, record);
    },

    async settle(source, { proposal: id, annotator, verdict, steps }) {
      const proposal = await proposalOf(source, id, annotator);
      if (verdict === 'accepted' && proposal.record.injection?.status !== 'accepted') {
        throw new LateBenchError(
          'LB_USAGE',
          'the gate turned this injection down: try again, there is nothing to accept',
        );
      }
      const edited = steps?.some((text, at) => text !== proposal.record.steps[at]) ?? false;
      if (steps !== undefined && steps.length !== proposal.record.steps.length) {
        throw new LateBenchError(
          'LB_USAGE',
          `${steps.length} steps for a solution of ${proposal.record.steps.length}`,
        );
      }
      const changed: Solution = edited
        ? {
            ...proposal.record,
            steps: [...steps!],
            final_answer: lastBoxed(steps!.slice(-2).join('\n')) ?? proposal.record.final_answer,
            injection: { ...proposal.record.injection, edited_by: annotator },
          }
        : proposal.record;
      const record = verdict === 'accepted' ? gated(changed) : changed;
      const line: Proposal = {
        ...proposal,
        annotator,
        at: now().toISOString(),
        state: verdict,
        edited: proposal.edited || edited,
        record,
      };
      addToBench(source.notes.folder, line);
      return shownProposal(line);
    },

    async judge(source, request) {
      const { annotator, options, proposal, original } = request;
      const use = await useOf('critic', options);
      const { record, judged } = await judgedBy(source, request);
      const { endpoint, spent } = createSpending(access);
      const result = await runOneRecord(use, judged, { seed: 0, endpoint });
      const critique = result.critiques?.at(-1);
      if (critique === undefined) throw new LateBenchError('LB_STAGE', 'the critic gave no answer');
      addToBench(source.notes.folder, {
        annotator,
        record_id: record.id,
        record_hash: recordHash(record),
        at: now().toISOString(),
        kind: 'critique',
        proposal,
        original,
        critique,
      });
      return { critique: shownCritique(critique, judged), spent: spentText(spent()) };
    },
  };
}
