// Whether planned studies have the power that was asked for: a plan from a pilot, then studies of that size made by another
// model, to each of which `compare` itself is applied.
import { createComparison } from '../../src/metrics/comparison.ts';
import { createPilot } from '../../src/metrics/power/outcomes.ts';
import { planStudy } from '../../src/metrics/power/plan.ts';
import { clusteredRecords, skillFor } from './clustered-critics.ts';

export interface PlannedStudies {
  /** True difference in F1, 0 to 1. */
  readonly difference: number;
  readonly pilotProblems: number;
  /** True difference in the pilot, which is another one. */
  readonly pilotDifference: number;
  readonly studies: number;
  readonly simulated?: number;
  readonly bootstrap?: number;
  readonly seed: number;
}

/** The plan, and the share of studies of that size in which the comparison finds that b is better. */
export function powerOfPlan(asked: PlannedStudies) {
  const {
    difference,
    pilotProblems,
    pilotDifference,
    studies,
    bootstrap = 1000,
    simulated = 500,
    seed,
  } = asked;
  const pilot = createPilot({ parse: 'robust' });
  for (const record of clusteredRecords(pilotProblems, skillFor(pilotDifference), seed)) pilot.add(record);
  const plan = planStudy(pilot.result(['a', 'b']), {
    metric: 'f1',
    differences: [difference],
    power: 0.8,
    comparisons: 1,
    records: null,
    correlation: 0,
    studies: simulated,
    bootstrap,
    seed,
    cost: () => ({ calls: 0, prompt_tokens: null, completion_tokens: null, usd: null, seconds: null }),
    votes: 1,
    notes: [],
  });
  const [needed] = plan.needed;
  const skill = skillFor(difference);
  let found = 0;
  for (let study = 0; study < studies; study += 1) {
    const comparison = createComparison({ bootstrap, seed: study });
    for (const record of clusteredRecords(needed!.problems!, skill, 1_000_003 * (seed + 1) + study))
      comparison.add(record);
    const [pair] = comparison.result().pairs;
    found += Number(pair!.differs === true && pair!.figures.f1!.difference! < 0);
  }
  return { plan, needed: needed!, found: found / studies };
}
