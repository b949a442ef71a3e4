// Agreement of the two labellings, what is taken for true after them, and precision and recall of every check of the gate
// on the labelled pairs.
//
// How disagreements are settled, decided before the labellings were compared: what the guide lets count is counted
// (`earlier-step-changed`, `several-steps-marked`, `steps-added-or-lost`); any other fault is there when at least one of
// the two saw it, since to miss one of nineteen faults in 300 long texts is likelier than to see one that is not there.
import { readFileSync } from 'node:fs';
import { gateOfRecord } from '../../../src/inject/gated-record.ts';
import { toStepIndex } from '../../../src/records/steps.ts';
import { wilson95 } from '../../../src/statistics/wilson.ts';
import { type Fault, faultChecks, faults } from './faults.ts';
import { type LabelledPair, type Pair, pairHash, realPairs } from './make.ts';

const folder = new URL('.', import.meta.url);

function rowsOf<Row>(name: string): Row[] {
  return readFileSync(new URL(name, folder), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}

export type Labels = ReadonlyMap<string, ReadonlySet<Fault>>;

export function labelling(name: 'a' | 'b'): Labels {
  const rows = rowsOf<{ id: string; faults: (Fault | 'fine')[] }>(`labels-${name}.jsonl`);
  return new Map(
    rows.map(({ id, faults: seen }) => [id, new Set(seen.filter((fault) => fault !== 'fine'))] as const),
  );
}

/** All pairs of which the texts are here: those kept by reference are left out where their source is absent. */
export function labelledPairs(): { all: number; present: Map<string, { origin: string; pair: Pair }> } {
  const real = realPairs();
  const rows = rowsOf<LabelledPair>('pairs.jsonl');
  const present = new Map<string, { origin: string; pair: Pair }>();
  for (const row of rows) {
    const pair = 'pair' in row ? row.pair : real?.get(row.reference);
    if (pair === undefined) continue;
    if ('sha256' in row && pairHash(pair) !== row.sha256)
      throw new Error(`${row.reference} is another pair than the one that was labelled`);
    present.set(row.id, { origin: row.origin, pair });
  }
  return { all: rows.length, present };
}

/** The id of a pair in the original project; null for a pair of the simulator. */
export function referenceOf(id: string): string | null {
  const row = rowsOf<LabelledPair>('pairs.jsonl').find((one) => one.id === id);
  return row !== undefined && 'reference' in row ? row.reference : null;
}

/** Cohen's kappa of two yes-or-no decisions; null where both always said the same one thing. */
export function kappa(pairs: readonly (readonly [boolean, boolean])[]): number | null {
  const n = pairs.length;
  const share = (is: (pair: readonly [boolean, boolean]) => boolean): number => pairs.filter(is).length / n;
  const [a, b] = [share(([left]) => left), share(([, right]) => right)];
  const expected = a * b + (1 - a) * (1 - b);
  return expected === 1 ? null : (share(([left, right]) => left === right) - expected) / (1 - expected);
}

export interface Agreement {
  /** Of the decision between `fine` and any fault. */
  readonly fine: number | null;
  /** Of all decisions on all faults. */
  readonly overall: number | null;
  readonly faults: readonly { fault: Fault; a: number; b: number; both: number; kappa: number | null }[];
}

export function agreement(a: Labels, b: Labels): Agreement {
  const ids = [...a.keys()];
  const decisions = (fault: Fault): (readonly [boolean, boolean])[] =>
    ids.map((id) => [a.get(id)!.has(fault), b.get(id)!.has(fault)]);
  return {
    fine: kappa(ids.map((id) => [a.get(id)!.size === 0, b.get(id)!.size === 0])),
    overall: kappa(faults.flatMap(decisions)),
    faults: faults.map((fault) => {
      const made = decisions(fault);
      const count = (is: (pair: readonly [boolean, boolean]) => boolean): number => made.filter(is).length;
      return {
        fault,
        a: count(([left]) => left),
        b: count(([, right]) => right),
        both: count(([left, right]) => left && right),
        kappa: kappa(made),
      };
    }),
  };
}

const counted: Partial<Record<Fault, (pair: Pair) => boolean>> = {
  'earlier-step-changed': ({ original_steps, changed_steps, target_step }) =>
    original_steps.slice(0, toStepIndex(target_step)).some((text, at) => changed_steps[at] !== text),
  'several-steps-marked': ({ marked_steps }) => new Set(marked_steps).size !== 1,
  'steps-added-or-lost': ({ original_steps, changed_steps, target_step }) => {
    const before = original_steps.length - toStepIndex(target_step);
    const difference = Math.abs(changed_steps.length - original_steps.length);
    return difference > 1 && difference > before / 4;
  },
};

function settled(fault: Fault, id: string, pair: Pair, a: Labels, b: Labels): boolean {
  return counted[fault]?.(pair) ?? (a.get(id)!.has(fault) || b.get(id)!.has(fault));
}

/** The checks that reject this pair. */
export function rejecting(pair: Pair): Set<string> {
  const marked = pair.marked_steps.map(toStepIndex);
  const gate = gateOfRecord(
    {
      problem: pair.problem,
      steps: [...pair.changed_steps],
      error_steps: marked,
      final_answer: pair.answer_after,
      injection: {
        error_step: toStepIndex(pair.target_step),
        original_steps: [...pair.original_steps],
        original_final_answer: pair.answer_before,
      },
    } as unknown as Parameters<typeof gateOfRecord>[0],
    'last-third',
  );
  return new Set(Object.entries(gate ?? {}).flatMap(([name, { ok }]) => (ok ? [] : [name])));
}

export interface CheckFigures {
  readonly check: string;
  readonly there: number;
  readonly rejected: number;
  readonly right: number;
  /** Share of what the check rejects in which a person sees the fault, with its 95 % Wilson interval. */
  readonly precision: readonly [value: number, low: number, high: number] | null;
  /** Share of the pairs with the fault that the check rejects. */
  readonly recall: readonly [value: number, low: number, high: number] | null;
}

export interface GateOnLabels {
  readonly pairs: number;
  readonly checks: readonly CheckFigures[];
  /** Any fault against any rejection. */
  readonly whole: CheckFigures;
  /** By pair: faults that no check of theirs found, and checks that found what nobody saw. */
  readonly missed: readonly { id: string; origin: string; fault: Fault }[];
  readonly alarms: readonly { id: string; origin: string; check: string }[];
}

function figuresOf(check: string, there: number, rejected: number, right: number): CheckFigures {
  const share = (of: number): CheckFigures['precision'] => {
    if (of === 0) return null;
    const [low, high] = wilson95(right, of)!;
    return [right / of, low, high];
  };
  return { check, there, rejected, right, precision: share(rejected), recall: share(there) };
}

/** `chosen`: of the pairs that are here, those to judge; all of them by default. */
export function gateOnLabels(
  a: Labels,
  b: Labels,
  chosen: (pair: { origin: string }) => boolean = () => true,
): GateOnLabels {
  const present = [...labelledPairs().present].filter(([, pair]) => chosen(pair));
  const outcomes = present.map(([id, { origin, pair }]) => ({
    id,
    origin,
    rejected: rejecting(pair),
    faults: new Set(faults.filter((fault) => settled(fault, id, pair, a, b))),
  }));
  const count = (is: (outcome: (typeof outcomes)[number]) => boolean): number => outcomes.filter(is).length;
  return {
    pairs: outcomes.length,
    checks: faults.map((fault) => {
      const check = faultChecks[fault];
      return figuresOf(
        check,
        count((one) => one.faults.has(fault)),
        count((one) => one.rejected.has(check)),
        count((one) => one.faults.has(fault) && one.rejected.has(check)),
      );
    }),
    whole: figuresOf(
      'any',
      count((one) => one.faults.size > 0),
      count((one) => one.rejected.size > 0),
      count((one) => one.faults.size > 0 && one.rejected.size > 0),
    ),
    missed: outcomes.flatMap(({ id, origin, faults: seen, rejected }) =>
      [...seen].filter((fault) => !rejected.has(faultChecks[fault])).map((fault) => ({ id, origin, fault })),
    ),
    alarms: outcomes.flatMap(({ id, origin, faults: seen, rejected }) =>
      faults
        .filter((fault) => rejected.has(faultChecks[fault]) && !seen.has(fault))
        .map((fault) => ({ id, origin, check: faultChecks[fault] })),
    ),
  };
}
