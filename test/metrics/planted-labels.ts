// Solutions of which some carry a wrong label, and critics that see the right one through noise: what the ranking is held
// to. Knows nothing of how items are ranked.
import type { Critique } from '../../src/records/critique.ts';
import type { Solution } from '../../src/records/solution.ts';
import { mulberry32, pick, type Rng, randomInt, seedFrom, shuffled } from '../../src/statistics/random.ts';

export interface Planted {
  readonly records: readonly Solution[];
  /** Ids of the records with a wrong label. */
  readonly planted: ReadonlySet<string>;
}

/** The chance of finding the error of a middling item, and of passing a correct solution. */
const strengths = { strong: [0.85, 0.95], medium: [0.65, 0.85], weak: [0.4, 0.7] } as const;

const logit = (p: number): number => Math.log(p / (1 - p));
const normal = (rng: Rng): number =>
  Math.sqrt(-2 * Math.log(rng() + 2 ** -33)) * Math.cos(2 * Math.PI * rng());

/**
 * Items differ in difficulty, which all critics feel, and each has a trap: the step that whoever is wrong names first of
 * all, so that critics share wrong answers. A third of the wrong labels name another step, a third call an error none, and
 * a third see one where there is none.
 */
export function plantedLabels(
  seed: number,
  {
    items = 400,
    wrong = 20,
    each = 1,
    votes = 4,
  }: { items?: number; wrong?: number; each?: number; votes?: number } = {},
): Planted {
  const rng = mulberry32(seedFrom(seed, 'planted labels'));
  const planted = new Set(
    shuffled(
      rng,
      Array.from({ length: items }, (_, at) => `item-${at}`),
    ).slice(0, wrong),
  );
  let plantedSoFar = 0;
  const records = Array.from({ length: items }, (_, at): Solution => {
    const id = `item-${at}`;
    const steps = randomInt(rng, 5, 12);
    const isPlanted = planted.has(id);
    const form = isPlanted ? plantedSoFar++ % 3 : -1;
    const erroneous = form === 2 ? false : form >= 0 ? true : rng() < 0.5;
    const truth = erroneous ? randomInt(rng, 0, steps - 1) : -1;
    const others = Array.from({ length: steps }, (_, step) => step).filter((step) => step !== truth);
    const label = form === 0 || form === 2 ? pick(rng, others) : form === 1 ? -1 : truth;
    const difficulty = normal(rng);
    const trap = pick(rng, others);
    const answer = (chance: number): number => {
      const right = rng() < 1 / (1 + Math.exp(-(logit(chance) - difficulty)));
      if (right) return truth;
      if (truth !== -1 && rng() < 0.4) return -1;
      return rng() < 0.6 ? trap : pick(rng, others);
    };
    const critiques = Object.entries(strengths).flatMap(([name, [find, pass]]) =>
      Array.from({ length: each }, (_, number): Critique => {
        const given = Array.from({ length: votes }, () => answer(truth === -1 ? pass : find));
        const counts = new Map<number, number>();
        for (const one of given) counts.set(one, (counts.get(one) ?? 0) + 1);
        const [[first]] = [...counts].sort(([, a], [, b]) => b - a) as [[number, number]];
        return {
          critic: `${name}-${number}`,
          model: `model-${name}-${number}`,
          protocol: 'first_error',
          status: 'ok',
          first_error: first,
          votes: given.map((first_error, sample) => ({ sample, status: 'ok', first_error })),
        };
      }),
    );
    return {
      id,
      problem: `Problem ${at}`,
      steps: Array.from({ length: steps }, (_, step) => `Step ${step + 1} of ${at}`),
      error_steps: label === -1 ? [] : [label],
      critiques,
    };
  });
  return { records, planted };
}

/** How many of the first `count` are planted. */
export function plantedAmong(ids: readonly string[], { planted }: Planted, count: number): number {
  return ids.slice(0, count).filter((id) => planted.has(id)).length;
}
