// Records of problems that are hard or easy for two critics, made by another model than the one that plans studies: a
// logistic one with normal effects of problems and of critics on problems. The true F1 of each critic is known.
import type { Critique } from '../../src/records/critique.ts';
import type { Solution } from '../../src/records/solution.ts';
import { mulberry32, type Rng } from '../../src/statistics/random.ts';

/** Standard deviations, in logits: of a problem for both critics, and of one critic on a problem. */
const [common, own] = [1, 1.6];
/** Logits of the first critic at a middling problem. */
const base = { error: 0.4, correct: 1.4 };

const share = (logit: number): number => 1 / (1 + Math.exp(-logit));

/** Box and Muller 1958. */
function normal(rng: Rng): number {
  return Math.sqrt(-2 * Math.log(1 - rng())) * Math.cos(2 * Math.PI * rng());
}

/** Expected F1 of a critic whose logits are higher by `skill`, over the normal effects, by the midpoint rule. */
export function trueF1(skill: number): number {
  const deviation = Math.hypot(common, own);
  const mean = (logit: number): number => {
    const points = 2001;
    let [sum, weight] = [0, 0];
    for (let i = 0; i < points; i += 1) {
      const z = -6 + (12 * i) / (points - 1);
      const density = Math.exp(-(z * z) / 2);
      sum += density * share(logit + skill + deviation * z);
      weight += density;
    }
    return sum / weight;
  };
  const [error, correct] = [mean(base.error), mean(base.correct)];
  return (2 * error * correct) / (error + correct);
}

/** The skill of a critic whose true F1 is higher than that of skill 0 by `difference`. */
export function skillFor(difference: number): number {
  let [low, high] = [-4, 4];
  for (let i = 0; i < 60; i += 1) {
    const skill = (low + high) / 2;
    if (trueF1(skill) - trueF1(0) < difference) low = skill;
    else high = skill;
  }
  return (low + high) / 2;
}

const steps = ['one', 'two', 'three', 'four'];
const says = (critic: string, first: number): Critique => ({
  critic,
  protocol: 'first_error',
  status: 'ok',
  first_error: first,
  first_error_strict: first,
  error_steps: first === -1 ? [] : [first],
});

/** One to four records a problem, judged by `a` (skill 0) and `b`. */
export function* clusteredRecords(problems: number, skill: number, seed: number): Generator<Solution> {
  const rng = mulberry32(seed);
  for (let problem = 0; problem < problems; problem += 1) {
    const hard = common * normal(rng);
    const effects = [hard + own * normal(rng), hard + own * normal(rng) + skill];
    const records = 1 + Math.floor(rng() * 4);
    for (let at = 0; at < records; at += 1) {
      const label = rng() < 0.5 ? -1 : Math.floor(rng() * steps.length);
      const logit = label === -1 ? base.correct : base.error;
      const critiques = effects.map((effect, place) => {
        const isRight = rng() < share(logit + effect);
        return says(place === 0 ? 'a' : 'b', isRight ? label : label === -1 ? 2 : -1);
      });
      yield {
        id: `${seed}/${problem}/${at}`,
        problem: `problem ${seed}/${problem}`,
        steps,
        error_steps: label === -1 ? [] : [label],
        critiques,
      };
    }
  }
}
