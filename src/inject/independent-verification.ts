// What others than the injector say of injections: verifiers on the injected step, blind critics on the steps before it,
// the gate on the steps after it, and people where they judged. Votes are counted on every injection that was voted on,
// those that the votes rejected included: among accepted ones alone, agreement would be a matter of selection.
import type { GoldRow } from '../records/gold-labels.ts';
import { difficultySchema, type Injection, verificationSchema } from '../records/injection.ts';
import { recordHash } from '../records/record-hash.ts';
import type { Solution } from '../records/solution.ts';
import type { IndependentVerification, JudgedClaim } from '../report/injection-summary.ts';
import { addRatingPair, cohenKappa, emptyRatingPairs, fleissKappa } from '../statistics/agreement.ts';
import { resampled } from '../statistics/resampled.ts';

/** Votes for and against a claim about one injection, and what people say of it. */
interface Voted {
  readonly yes: number;
  readonly no: number;
  readonly person: boolean | null;
}

const seed = 0;

function judgedClaim(units: readonly Voted[]): JudgedClaim | null {
  const voted = units.filter(({ yes, no }) => yes + no > 0);
  if (voted.length === 0) return null;
  const sum = (of: (unit: Voted) => number): number => voted.reduce((total, unit) => total + of(unit), 0);
  const between = resampled(
    voted,
    (sample) => fleissKappa(sample.map(({ yes, no }) => [yes, no])),
    seed,
  ).measured((kappa) => kappa);
  const labelled = voted.filter(({ person }) => person !== null);
  const withPeople = resampled(
    labelled,
    (sample) => {
      const pairs = emptyRatingPairs();
      for (const { yes, no, person } of sample) {
        for (let vote = 0; vote < yes; vote += 1) addRatingPair(pairs, 'yes', person ? 'yes' : 'no');
        for (let vote = 0; vote < no; vote += 1) addRatingPair(pairs, 'no', person ? 'yes' : 'no');
      }
      return pairs;
    },
    seed,
  );
  return {
    records: voted.length,
    agreed: voted.filter(({ yes, no }) => yes > no).length,
    votes: sum(({ yes, no }) => yes + no),
    votesFor: sum(({ yes }) => yes),
    between,
    people:
      labelled.length === 0
        ? null
        : {
            records: labelled.length,
            votes: withPeople.whole.n,
            same: withPeople.whole.same,
            kappa: withPeople.measured(cohenKappa),
          },
  };
}

function verifiersOn({ verification }: Injection): Omit<Voted, 'person'> {
  const parsed = verificationSchema.safeParse(verification);
  const stated = parsed.success ? parsed.data.votes.filter(({ wrong }) => wrong != null) : [];
  const yes = stated.filter(({ wrong }) => wrong === 'changed' || wrong === 'both').length;
  return { yes, no: stated.length - yes };
}

function criticsOn({ difficulty }: Injection, step: number): Omit<Voted, 'person'> {
  const parsed = difficultySchema.safeParse(difficulty);
  const named = parsed.success ? parsed.data.critics.flatMap(({ first_errors }) => first_errors) : [];
  const stated = named.filter((first) => first !== null);
  const no = stated.filter((first) => first >= 0 && first < step).length;
  return { yes: stated.length - no, no };
}

/** `gold`: what people say, by record id; a judgement of another solution does not count. */
export function createIndependentVerification(gold: ReadonlyMap<string, GoldRow> = new Map()): {
  add(record: Solution): void;
  addDifficulty(record: Solution): void;
  summary(): IndependentVerification | null;
} {
  const injected: Voted[] = [];
  const before: Voted[] = [];
  const after = { records: 0, consistent: 0 };

  const person = (record: Solution, step: number): { wrong: boolean | null; right: boolean | null } => {
    const row = gold.get(record.id);
    const applies = row !== undefined && (row.record_hash === null || row.record_hash === recordHash(record));
    if (!applies) return { wrong: null, right: null };
    const { first_error: first, decision } = row;
    if (first !== null) return { wrong: first === step, right: first === -1 || first >= step };
    return { wrong: decision === 'yes' ? true : decision === 'no' ? false : null, right: null };
  };
  const addDifficulty = (record: Solution): void => {
    const { injection } = record;
    const step = injection?.error_step;
    if (injection == null || step == null) return;
    const votes = criticsOn(injection, step);
    if (votes.yes + votes.no > 0) before.push({ ...votes, person: person(record, step).right });
  };
  return {
    add(record) {
      const { injection } = record;
      if (injection == null) return;
      const votes = verifiersOn(injection);
      const step = injection.error_step;
      if (votes.yes + votes.no > 0)
        injected.push({ ...votes, person: step == null ? null : person(record, step).wrong });
      addDifficulty(record);
      const { consistent, undone } = injection.gate ?? {};
      if (injection.status !== 'accepted' || consistent === undefined) return;
      after.records += 1;
      if (consistent.ok && undone?.ok !== false) after.consistent += 1;
    },
    addDifficulty,
    summary() {
      const injectedWrong = judgedClaim(injected);
      const beforeRight = judgedClaim(before);
      if (injectedWrong === null && beforeRight === null) return null;
      return { injectedWrong, beforeRight, restConsistent: after.records === 0 ? null : after };
    },
  };
}
