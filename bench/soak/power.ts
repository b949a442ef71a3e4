// Planned studies have the power that was asked for: three effect sizes, clustered records from another model than the one
// that plans, and the comparison itself applied to each of 500 studies.
import { powerOfPlan } from '../../test/support/power-studies.ts';
import type { Soak } from './soak.ts';

const studies = 500;

export const soakPower: Soak = {
  title: `Studies planned for power 0.8: how many of ${studies} find the difference, one to four records a problem`,
  minutes: 20,
  async run() {
    return [0.03, 0.05, 0.1].map((difference, at) => {
      const asked = { difference, pilotProblems: 2000, pilotDifference: 0.04, studies, seed: 11 + at };
      const { needed, found } = powerOfPlan(asked);
      const { records, problems, formula_records: formula, design_effect: effect, power } = needed;
      return {
        what: `${(100 * difference).toFixed(0)} points of F1: ${records} records (${problems} problems; ${formula} by formula, design effect ${effect?.toFixed(2)}), promised ${power}`,
        measured: found.toFixed(3),
        goal: '0.76 to 0.84',
        met: found >= 0.76 && found <= 0.84,
      };
    });
  },
};
