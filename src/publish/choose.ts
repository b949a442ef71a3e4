// Decides what becomes of each candidate before anything is paid for: which solutions get an error and which stay as
// clean controls, so that each stratum comes out at the share of errors that was asked for.
import { largestRemainders } from '../statistics/apportion.ts';
import type { Candidate, CandidateKind } from './candidates.ts';
import type { DatasetSpec } from './spec.ts';

export const parts = ['natural', 'general', 'manual', 'clean'] as const;
export type Part = (typeof parts)[number];

export interface Chosen {
  /** By record id. */
  readonly partOf: ReadonlyMap<string, Part>;
  /** What was left out, by reason. */
  readonly left: ReadonlyMap<string, number>;
}

type Limits = DatasetSpec['parts'];

const byRank = (a: Candidate, b: Candidate): number => a.rank - b.rank || (a.id < b.id ? -1 : 1);

/** Groups by stratum, strata by name, each in rank order. */
export function strataOf<C extends Candidate>(candidates: readonly C[]): (readonly [string, C[]])[] {
  const groups = new Map<string, C[]>();
  for (const candidate of candidates) {
    const group = groups.get(candidate.stratum);
    if (group === undefined) groups.set(candidate.stratum, [candidate]);
    else group.push(candidate);
  }
  return [...groups]
    .map(([name, group]) => [name, group.sort(byRank)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** At most `size` of them, each stratum by its share. */
function bySize(candidates: readonly Candidate[], size: number): readonly Candidate[] {
  if (candidates.length <= size) return candidates;
  const strata = strataOf(candidates);
  const quotas = largestRemainders(
    strata.map(([, group]) => group.length),
    size,
  );
  return strata.flatMap(([, group], at) => group.slice(0, quotas[at]));
}

/** At most `size` candidates: those that are published, what people asked for, natural errors for half of the errors, and
 * correct solutions. */
function sampled(
  candidates: readonly Candidate[],
  size: number | undefined,
  errorShare: number | null,
): readonly Candidate[] {
  if (size === undefined || candidates.length <= size) return candidates;
  const kept = candidates.filter(isKept);
  return [
    ...kept,
    ...sampledNew(
      candidates.filter((one) => !isKept(one)),
      Math.max(0, size - kept.length),
      errorShare,
    ),
  ];
}

function sampledNew(
  candidates: readonly Candidate[],
  size: number,
  errorShare: number | null,
): readonly Candidate[] {
  const of = (...kinds: CandidateKind[]): Candidate[] =>
    candidates.filter(({ kind }) => kinds.includes(kind));
  const asked = bySize(of('manual'), size);
  const [natural, others] = [of('natural'), of('correct', 'presumed')];
  const left = size - asked.length;
  const requested = Math.round((left * (errorShare ?? 0.5)) / 2);
  const taken = Math.min(natural.length, Math.max(requested, left - others.length));
  return [...asked, ...bySize(natural, taken), ...bySize(others, left - taken)];
}

/** It is published, and stays in its part. */
const isKept = ({ kept }: Candidate): boolean => kept !== null;

const may = (limits: Limits, part: Part): boolean => limits[part] !== false;

/** How many of the correct solutions among these are to get an error; a fraction. */
function requestedIn(group: readonly Candidate[], limits: Limits, share: number): number {
  const count = (kind: CandidateKind): number => group.filter((one) => one.kind === kind).length;
  const correct = count('correct');
  if (!may(limits, 'clean')) return correct;
  const natural = may(limits, 'natural') ? count('natural') : 0;
  const injected = count('presumed') + (may(limits, 'manual') ? count('manual') : 0);
  // Natural errors alone would often suffice, but half of the errors are injected: surplus natural errors are left out.
  const half = correct / (2 * ((1 - share) / share) + 1) - injected;
  return Math.max(0, share * correct - (1 - share) * (natural + injected), half);
}

/** As many over all strata as their sum asks for, shared out by what each of them asks for. */
function injectionsIn(
  strata: readonly (readonly [string, readonly Candidate[]])[],
  limits: Limits,
  errorShare: number | null,
): number[] {
  if (!may(limits, 'general')) return strata.map(() => 0);
  const share = errorShare ?? 0.5;
  const requested = strata.map(([, group]) => requestedIn(group, limits, share));
  const all = strata.flatMap(([, group]) => group);
  return largestRemainders(requested, Math.round(requestedIn(all, limits, share)));
}

export function chooseParts(
  candidates: readonly Candidate[],
  { parts: limits, size, errorShare }: Pick<DatasetSpec, 'parts' | 'size' | 'errorShare'>,
): Chosen {
  const taken = sampled(candidates, size, errorShare);
  const strata = strataOf(taken);
  const injections = injectionsIn(strata, limits, errorShare);
  const chosen = new Map<Part, Candidate[]>(parts.map((part) => [part, []]));
  for (const [at, [, group]] of strata.entries()) {
    let left = injections[at]! - group.filter(({ kept }) => kept === 'general').length;
    for (const candidate of group) {
      const { kind, kept } = candidate;
      const part = ((): Part => {
        if (kept !== null) return kept;
        if (kind === 'natural' || kind === 'manual') return kind;
        if (kind === 'presumed') return 'general';
        left -= 1;
        return left >= 0 ? 'general' : 'clean';
      })();
      chosen.get(part)!.push(candidate);
    }
  }
  const partOf = new Map<string, Part>();
  const left = new Map<string, number>();
  const leave = (reason: string, count: number): void => {
    if (count > 0) left.set(reason, (left.get(reason) ?? 0) + count);
  };
  leave('beyond the size', candidates.length - taken.length);
  for (const [part, group] of chosen) {
    const kept = group.filter(isKept);
    for (const { id } of kept) partOf.set(id, part);
    const limit = limits[part] === true ? group.length : Math.max(kept.length, Number(limits[part]));
    const added = group.filter((one) => !isKept(one)).sort(byRank);
    for (const { id } of added.slice(0, limit - kept.length)) partOf.set(id, part);
    leave(limit === 0 ? `no ${part} part requested` : `beyond the limit of ${part}`, group.length - limit);
  }
  return { partOf, left };
}
