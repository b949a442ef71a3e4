// The gate on a record that has both solutions, whoever changed it: a hash binds its outcome to exactly these steps, and
// whatever leaves as an accepted injection is checked again where the hash does not hold.
import { lastBoxed } from '../mathverify/boxes.ts';
import { canonicalJson, sha256Hex } from '../records/identity.ts';
import type { Injection } from '../records/injection.ts';
import type { Solution } from '../records/solution.ts';
import { toStepNumber } from '../records/steps.ts';
import type { Gate, GateInput } from './gate/check.ts';
import { failedChecks, gateOf, recordedGate } from './gate/gate.ts';
import { type RegionRule, regionOf } from './region.ts';

/**
 * Changes with the checks, once for each release: an outcome of an older gate is no outcome of this one. Manifests of runs
 * and datasets name it, and the hash that binds an outcome to its steps depends on it.
 */
export const gateVersion = '3';
const endingSteps = 2;
/** Where the error may be was a matter of the request. */
export const wholeSolution: RegionRule = [0, 1];

/** What the gate looks at: any other change leaves its outcome as it is. */
export function gateHash({ problem, steps, error_steps, final_answer, injection }: Solution): string {
  const { original_steps, original_final_answer, error_step } = injection ?? {};
  const looked = {
    problem,
    steps,
    error_steps,
    final_answer,
    original_steps,
    original_final_answer,
    error_step,
  };
  return sha256Hex(canonicalJson({ gateVersion, ...JSON.parse(JSON.stringify(looked)) })).slice(0, 16);
}

function firstDifference(steps: readonly string[], original: readonly string[]): number {
  const differs = steps.findIndex((text, at) => text !== original[at]);
  return Math.min(Math.max(0, differs), original.length - 1);
}

function placeOf({ steps, error_steps, injection }: Solution, original: readonly string[]): number {
  return error_steps?.[0] ?? injection?.error_step ?? firstDifference(steps, original);
}

/** The outcome of every check on a pair; null where the record has no original to compare with. */
export function gateOfRecord(record: Solution, rule: RegionRule): Gate | null {
  const { problem, steps, injection } = record;
  const original = injection?.original_steps ?? null;
  if (original === null || original.length === 0) return null;
  const marked = placeOf(record, original);
  const region = regionOf(original.length, rule, null);
  if (region === null || steps.length === 0)
    return { shape: { ok: false, detail: 'there are no steps, or none of them is in the region' } };
  const inBoth = marked < Math.min(steps.length, original.length);
  // Where the marked step is missing, the others are compared from the first that differs.
  const at = inBoth ? marked : firstDifference(steps, original);
  const ending = steps.slice(-endingSteps).join('\n');
  const input: GateInput = {
    problem,
    original,
    originalAnswer: injection?.original_final_answer ?? null,
    region,
    asked: null,
    proposal: {
      target: injection?.error_step ?? marked,
      errorSteps: record.error_steps ?? [marked],
      at,
      first: 0,
      steps,
      finalAnswer: record.final_answer ?? lastBoxed(ending) ?? steps.at(-1) ?? '',
      explanation: injection?.explanation ?? null,
    },
  };
  const shape = inBoth
    ? { ok: true, detail: null }
    : { ok: false, detail: `there is no step ${toStepNumber(marked)} in both solutions` };
  return { shape, ...gateOf(input, new Set()) };
}

/** The record without the injection that it had: it has its original steps again, and keeps the changed ones aside. */
export function withOriginal(
  record: Solution,
  status: 'rejected' | 'failed',
  gate: NonNullable<Injection['gate']>,
): Solution {
  const { injection } = record;
  return {
    ...record,
    steps: [...(injection?.original_steps ?? record.steps)],
    error_steps: null,
    error_source: null,
    final_answer: injection?.original_final_answer ?? null,
    final_answer_correct: null,
    injection: { ...injection, status, gate, rejected_steps: record.steps, gate_hash: null },
    // What was said about the changed steps does not hold for these.
    ...(record.critiques == null ? {} : { critiques: [] }),
  };
}

/** The record with the outcome bound to it; a rejected one loses its injection. */
export function withGate(record: Solution, gate: Gate): Solution {
  if (failedChecks(gate).length > 0) return withOriginal(record, 'rejected', recordedGate(gate));
  const injection = { ...record.injection, status: 'accepted' as const, gate: recordedGate(gate) };
  return { ...record, injection: { ...injection, gate_hash: gateHash(record) } };
}

/**
 * Whether the injection is of the original LateBench, whose adapters keep what they have no field for in `meta.latebench`.
 * No gate has seen it, and `accepted` is what its source says.
 */
function isForeign({ injection, meta }: Solution): boolean {
  const ours = injection?.gate != null || injection?.gate_hash != null || injection?.prompt_version != null;
  return !ours && typeof meta === 'object' && meta !== null && 'latebench' in meta;
}

/** Whether the record claims to be an injection that this gate accepted, so that its claim is to be checked. */
export function claimsAcceptance(record: Solution): boolean {
  return record.injection?.status === 'accepted' && !isForeign(record);
}

/** Why a record must not leave as an accepted injection; null where nothing is against it. */
export function gateRefusal(record: Solution): string | null {
  if (!claimsAcceptance(record)) return null;
  const now = gateOfRecord(record, wholeSolution);
  if (now === null) return 'the gate has no original solution to compare with';
  const failed = Object.entries(now).filter(([, { ok }]) => !ok);
  return failed.length === 0 ? null : `the gate rejects it (${failed.map(([name]) => name).join(', ')})`;
}

/**
 * A record from outside as it may go on: one that claims to be an accepted injection passes the gate on exactly its steps
 * (one with another hash is bound to them anew), or is rejected.
 */
export function importedRecord(record: Solution): Solution {
  if (!claimsAcceptance(record)) return record;
  const gate = gateOfRecord(record, wholeSolution) ?? {
    shape: { ok: false, detail: 'there is no original solution to compare with' },
  };
  const accepted = failedChecks(gate).length === 0;
  // A published record has no hash of its own: confirmed, it stays as it was published.
  const hash = record.injection?.gate_hash ?? null;
  return accepted && (hash === null || hash === gateHash(record)) ? record : withGate(record, gate);
}
