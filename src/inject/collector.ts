// Gathers, one record at a time, all that an injection report shows; of a record it keeps the counts of its votes. It sees what was rejected
// as well as what was accepted.

import type { GoldRow } from '../records/gold-labels.ts';
import { difficultySchema, type Injection, verificationSchema } from '../records/injection.ts';
import type { Solution } from '../records/solution.ts';
import type { InjectionExample, InjectionSummary } from '../report/injection-summary.ts';
import { gateChecks } from './gate/gate.ts';
import { leakWords } from './gate/leak-words.ts';
import { createIndependentVerification } from './independent-verification.ts';
import { createShortcuts } from './shortcuts.ts';
import { byType, createYields, failing, turnedDown } from './yields.ts';

export interface InjectionCollector {
  add(record: Solution): void;
  /** What blind critics said of a record that was added before they were asked. */
  addDifficulty(record: Solution): void;
  summary(): InjectionSummary;
}

/** Upper bounds of the bins of length ratios. */
const lengthBounds = [0.5, 0.7, 0.9, 1.1, 1.4, 2, Number.POSITIVE_INFINITY] as const;
const maxExamples = 8;
/** Of a type, so that several types are seen. */
const examplesOfAType = 1;

function lengthLabel(at: number): string {
  const [from, to] = [lengthBounds[at - 1], lengthBounds[at]!];
  if (from === undefined) return `up to ${to}`;
  return Number.isFinite(to) ? `${from} to ${to}` : `over ${from}`;
}

function exampleOf(record: Solution, injection: Injection): InjectionExample {
  const step = injection.error_step ?? 0;
  return {
    id: record.id,
    type: injection.error_type ?? 'unknown',
    mode: injection.mode ?? 'general',
    problem: record.problem,
    step,
    before: injection.original_steps?.slice(step) ?? [],
    after: record.steps.slice(step),
    answerBefore: injection.original_final_answer ?? null,
    answerAfter: record.final_answer ?? null,
    explanation: injection.explanation ?? null,
    comment: injection.comment ?? null,
  };
}

/**
 * Collects the numbers of an injection report, one record at a time.
 *
 * @param options `gold`: what people say of injections, by record id.
 */
export function createInjectionCollector({
  gold,
}: {
  /** What people say of injections, by record id. */
  readonly gold?: ReadonlyMap<string, GoldRow> | undefined;
} = {}): InjectionCollector {
  const independent = createIndependentVerification(gold);
  const counts = { accepted: 0, rejected: 0, failed: 0, clean: 0, untouched: 0 };
  const modes = { general: 0, manual: 0 };
  const yields = createYields();
  const checks = new Map<string, { attempts: number; records: number; accepted: number }>();
  const positions = new Array<number>(10).fill(0);
  const lengths = lengthBounds.map(() => 0);
  const phrases = new Map<string, number>();
  const shortcuts = createShortcuts();
  const models = { inject: new Set<string>(), verify: new Set<string>(), critic: new Set<string>() };
  const examples: InjectionExample[] = [];
  let leaking = 0;
  const verification = {
    records: 0,
    verified: 0,
    votes: { changed: 0, original: 0, both: 0, neither: 0, unreadable: 0 },
  };
  const difficulty = { records: 0, sum: 0, byAll: 0, bySome: 0, byNone: 0 };

  const countCheck = (names: Iterable<string>, side: 'attempts' | 'records' | 'accepted'): void => {
    for (const name of names) {
      const entry = checks.get(name) ?? { attempts: 0, records: 0, accepted: 0 };
      entry[side] += 1;
      checks.set(name, entry);
    }
  };

  const addDifficulty = (injection: Injection): void => {
    const judged = difficultySchema.safeParse(injection.difficulty);
    if (!judged.success) return;
    for (const { model } of judged.data.critics) models.critic.add(model);
    const { score, found, valid } = judged.data;
    if (score == null) return;
    difficulty.records += 1;
    difficulty.sum += score;
    difficulty[found === 0 ? 'byNone' : found === valid ? 'byAll' : 'bySome'] += 1;
  };

  const addVerification = (injection: Injection): void => {
    const verdict = verificationSchema.safeParse(injection.verification);
    if (verdict.success) {
      models.verify.add(verdict.data.model);
      verification.records += 1;
      if (verdict.data.verified) verification.verified += 1;
      for (const { wrong } of verdict.data.votes) verification.votes[wrong ?? 'unreadable'] += 1;
    }
  };

  const addAccepted = (record: Solution, injection: Injection): void => {
    modes[injection.mode ?? 'general'] += 1;
    const { error_step: step, original_steps: original } = injection;
    if (step == null || original == null) return;
    const tenth = Math.min(9, Math.floor((step / record.steps.length) * 10));
    positions[tenth] = positions[tenth]! + 1;
    const [before, after] = [original.slice(step).join('\n'), record.steps.slice(step).join('\n')];
    const bin = lengthBounds.findIndex((bound) => after.length <= bound * before.length);
    lengths[bin === -1 ? lengths.length - 1 : bin]! += 1;
    const leaks = leakWords([record.problem, ...original].join('\n'), record.steps.join('\n'));
    if (leaks.length > 0) leaking += 1;
    for (const phrase of leaks) if (phrases.size < 200) phrases.set(phrase, (phrases.get(phrase) ?? 0) + 1);
    shortcuts.add(before, after);
    const alike = examples.filter(({ type }) => type === injection.error_type).length;
    if (examples.length < maxExamples && alike < examplesOfAType) examples.push(exampleOf(record, injection));
  };

  return {
    add(record) {
      independent.add(record);
      const injection = record.injection ?? null;
      const status = injection?.status ?? 'untouched';
      counts[status] += 1;
      if (injection === null || status === 'clean') return;
      if (injection.model != null) models.inject.add(injection.model);
      for (const names of turnedDown(injection)) countCheck(names, 'attempts');
      countCheck(failing(injection), status === 'accepted' ? 'accepted' : 'records');
      yields.add(injection);
      addVerification(injection);
      addDifficulty(injection);
      if (status === 'accepted') addAccepted(record, injection);
    },
    addDifficulty(record) {
      independent.addDifficulty(record);
      if (record.injection != null) addDifficulty(record.injection);
    },
    summary() {
      const order = (name: string): number => {
        const place = (gateChecks as readonly string[]).indexOf(name);
        return place === -1 ? gateChecks.length : place;
      };
      const { records, sum, ...by } = difficulty;
      return {
        counts,
        modes,
        types: byType(yields.rows()),
        yields: yields.rows(),
        checks: [...checks]
          .map(([check, tally]) => ({ check, ...tally }))
          .sort((a, b) => order(a.check) - order(b.check)),
        verification: verification.records === 0 ? null : verification,
        difficulty: records === 0 ? null : { records, mean: sum / records, ...by },
        independent: independent.summary(),
        positions,
        lengths: lengths.map((count, at) => ({ label: lengthLabel(at), count })),
        leaks: {
          records: leaking,
          phrases: [...phrases].map(([phrase, count]) => ({ phrase, count })),
          words: shortcuts.words(),
        },
        models: Object.fromEntries(
          Object.entries(models).flatMap(([role, names]) =>
            names.size === 0 ? [] : [[role, [...names].sort().join(', ')]],
          ),
        ),
        examples,
      };
    },
  };
}
