// 100,000 unequal pairs and 100,000 equal ones over bars, steps, extremes, remainders, roots, cases and relations: no unequal pair
// is called equal, and no equal one different. The seed is fresh and printed; LATEBENCH_SEED repeats one.
import { randomInt } from 'node:crypto';
import { verify } from '../../src/mathverify/index.ts';
import { generator } from '../../test/mathverify/generated.ts';
import { PairGenerator } from '../../test/support/equality-pairs.ts';
import { RelationGenerator } from '../../test/support/equality-relations.ts';
import { ShapeGenerator } from '../../test/support/equality-shapes.ts';
import { equal, type Soak } from './soak.ts';

const pairs = 100_000;
const shown = 5;

export const soakEquality: Soak = {
  title: `${pairs} unequal and ${pairs} equal pairs of generated expressions, a third of them differing in a small place only, a third equations, inequalities, cases and congruences`,
  minutes: 60,
  async run() {
    const seed = Number(process.env.LATEBENCH_SEED ?? randomInt(2 ** 31));
    console.log(`seed ${seed}`);
    // In turns: mistakes in any expression, differences in one small place, and relations between such expressions.
    const generators = [
      new PairGenerator(generator(seed)),
      new ShapeGenerator(generator(seed + 1)),
      new RelationGenerator(generator(seed + 2)),
    ];
    let [falseEqual, falseDifferent, undecided] = [0, 0, 0];
    for (let k = 0; k < pairs; k += 1) {
      const made = generators[k % generators.length]!;
      const unequal = made.unequal();
      const apart = verify(unequal.gold, unequal.prediction);
      if (apart.equal) {
        falseEqual += 1;
        if (falseEqual <= shown)
          console.log(`${unequal.gold}\n${unequal.prediction}\ndiffer at ${unequal.at}\n`);
      }
      const same = made.equal();
      const together = verify(same.gold, same.prediction);
      if (together.verdict === 'different') {
        falseDifferent += 1;
        if (falseDifferent <= shown) console.log(`${same.gold}\n${same.prediction}\nare equal\n`);
      }
      undecided += Number(apart.verdict !== 'different') + Number(!together.equal);
    }
    console.log(`${undecided} of ${2 * pairs} undecided`);
    return [
      equal('unequal pairs called equal', falseEqual, 0),
      equal('equal pairs called different', falseDifferent, 0),
    ];
  },
};
