// The plan of a study: how many records show a difference, what the records at hand can show, what fewer votes do, and what
// it all takes.
import { LateBenchError } from '../../errors.ts';
import type { NeededRecords, PowerObject, StudyCost } from '../../records/power.ts';
import { fewestClusters } from '../../statistics/bootstrap.ts';
import { level } from '../../statistics/paired-test.ts';
import { mulberry32, seedFrom } from '../../statistics/random.ts';
import type { Outcomes, Pilot } from './outcomes.ts';
import { metricAt, type PlannedMetric, type Population, pilotPopulation } from './population.ts';
import { type Aim, detectableDifference, type NeededProblems, neededProblems } from './search.ts';
import { spreadOf } from './studies.ts';

/** What is assumed where there is no pilot. */
export interface AssumedRates {
  readonly error: number;
  readonly correct: number;
  readonly errorShare: number;
  readonly recordsPerProblem: number;
  readonly icc: number;
}

export interface PowerSettings {
  readonly metric: PlannedMetric;
  /** True differences, 0 to 1, in order. */
  readonly differences: readonly number[];
  readonly power: number;
  readonly comparisons: number;
  /** Records whose smallest visible difference is asked for; those of the pilot when null. */
  readonly records: number | null;
  /** Of the two critics' answers, within a class, where the second is made up. */
  readonly correlation: number;
  readonly studies: number;
  readonly bootstrap: number;
  readonly seed: number;
  /** Of a study of both critics; `calls`: of a record, by critic of the pilot, where that is not what it is usually. */
  readonly cost: (records: number, calls?: readonly number[]) => StudyCost;
  readonly votes: number;
  readonly notes: readonly string[];
}

export const testName =
  'paired bootstrap by problem: the 95% interval of the difference is on one side of 0 and p (Holm) < 0.05';

export function planStudy(from: Pilot | AssumedRates, settings: PowerSettings): PowerObject {
  const pilot = 'outcomes' in from ? from : null;
  const population = 'outcomes' in from ? ofPilot(from.outcomes, settings) : ofRates(from, settings);
  const aim = aimOf(population, settings);
  const { metric, differences, power, comparisons, seed, studies, bootstrap } = settings;
  const metricFor = (one: Population['a']) => metricAt(metric, one, population.errorShare);
  const value = { a: metricFor(population.a), b: metricFor(population.b) };
  if (value.a === null || value.b === null) {
    throw new LateBenchError(
      'LB_USAGE',
      metric === 'error_acc'
        ? 'error_acc is undefined here: it needs erroneous solutions; choose --headline exact'
        : `${metric} is undefined here: it needs erroneous and correct solutions; choose --headline error_acc or exact`,
    );
  }
  const problems = pilot === null ? null : pilot.outcomes.starts.length - 1;
  return {
    ...{ metric, power, level, comparisons, test: testName, seed, studies, bootstrap },
    basis: {
      pilot:
        pilot === null || problems === null
          ? null
          : {
              records: pilot.outcomes.erroneous.length,
              problems,
              critics: [...pilot.critics],
              left: pilot.left,
            },
      records_per_problem: population.recordsPerProblem,
      error_share: population.errorShare,
      icc: population.icc,
      correlation: population.correlation,
      ...value,
      votes: settings.votes,
    },
    needed: differences.map((difference) => {
      const found = neededProblems(aim, difference);
      return {
        ...neededOf(found, difference, population, settings.cost),
        records_interval: pilot === null || found === null ? null : intervalOf(aim, found, problems!),
      };
    }),
    detectable: detectableOf(aim, settings.records, problems),
    by_votes: pilot === null || pilot.byVotes.length === 0 ? null : byVotes(pilot, settings),
    notes: [...settings.notes],
  };
}

function aimOf(population: Population, settings: PowerSettings): Aim {
  const { metric, comparisons, power, studies, bootstrap, seed } = settings;
  return { population, metric, comparisons, power, studies, bootstrap, seed };
}

function ofPilot(outcomes: Outcomes, { correlation }: PowerSettings): Population {
  if (outcomes.erroneous.length === 0) {
    const message = 'no labelled record was judged by all of the critics: there is no pilot in these files';
    throw new LateBenchError('LB_USAGE', message);
  }
  return pilotPopulation(outcomes, correlation);
}

function ofRates(rates: AssumedRates, { correlation }: PowerSettings): Population {
  const { error, correct, errorShare, recordsPerProblem, icc } = rates;
  const both = { error: errorShare > 0 ? error : null, correct: errorShare < 1 ? correct : null };
  return { errorShare, recordsPerProblem, a: both, b: both, icc, correlation, outcomes: null };
}

function neededOf(
  found: NeededProblems | null,
  difference: number,
  { recordsPerProblem }: Population,
  cost: (records: number) => StudyCost,
): Omit<NeededRecords, 'records_interval'> {
  const recordsOf = (count: number) => Math.ceil(count * recordsPerProblem - 1e-9);
  const records = found === null ? null : recordsOf(found.problems);
  return {
    difference,
    records,
    problems: found?.problems ?? null,
    power: found?.power ?? null,
    formula_records: found === null ? null : recordsOf(found.formula),
    design_effect: found?.spread.designEffect ?? null,
    cost: records === null ? null : cost(records),
  };
}

/** How far the answer would move with other pilots of this size: the spread is estimated from samples of the pilot. */
function intervalOf(
  aim: Aim,
  { problems: needed, move }: NeededProblems,
  problems: number,
): [number, number] | null {
  const rng = mulberry32(seedFrom(aim.seed, 'power', 'pilots', move.difference));
  const sizes: number[] = [];
  for (let pilot = 0; pilot < pilots; pilot += 1) {
    const spread = spreadOf(aim, move, { problems, rng });
    if (spread !== null) sizes.push(spread.deviation ** 2);
  }
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  if (sizes.length < pilots || mean === 0) return null;
  sizes.sort((one, other) => one - other);
  const recordsAt = (place: number) =>
    Math.ceil(Math.max(fewestClusters, (needed * sizes[place]!) / mean) * aim.population.recordsPerProblem);
  return [recordsAt(Math.floor(pilots * 0.025)), recordsAt(Math.ceil(pilots * 0.975) - 1)];
}

const pilots = 200;

function detectableOf(
  aim: Aim,
  records: number | null,
  pilotProblems: number | null,
): PowerObject['detectable'] {
  if (records === null && pilotProblems === null) return null;
  const { recordsPerProblem } = aim.population;
  const problems = records === null ? pilotProblems! : Math.max(1, Math.round(records / recordsPerProblem));
  return {
    records: records ?? Math.round(problems * recordsPerProblem),
    problems,
    difference: detectableDifference(aim, problems),
  };
}

/** By the formula: simulated studies of every line would take long, and the first line of the answer has them. */
function byVotes(pilot: Pilot, settings: PowerSettings): PowerObject['by_votes'] {
  const { metric, differences, records } = settings;
  const [difference] = differences;
  if (difference === undefined) return null;
  return pilot.byVotes.map(({ votes, calls, outcomes }) => {
    const population = ofPilot(outcomes, settings);
    const aim = aimOf(population, settings);
    const found = neededProblems(aim, difference, { simulate: false });
    const at = records === null ? outcomes.starts.length - 1 : records / population.recordsPerProblem;
    return {
      votes,
      a: metricAt(metric, population.a, population.errorShare),
      b: outcomes.b === null ? null : metricAt(metric, population.b, population.errorShare),
      ...neededOf(found, difference, population, (count) => settings.cost(count, calls)),
      detectable: detectableDifference(aim, at, { simulate: false }),
    };
  });
}
