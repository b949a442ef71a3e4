// Records as long as those of ProcessBench, judged by two critics that explain themselves: seeded and none like another.
import { record } from './open.ts';

const words =
  'therefore the sum of both sides is equal to a constant which we can divide by two so that the remaining factor has to vanish whenever the product of the roots does since each term is positive and the discriminant is negative we conclude that no real solution exists in this interval'.split(
    ' ',
  );

/** A linear congruential generator: the same records at every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export function* siteRecords(count: number): Generator<Record<string, unknown>> {
  const random = randomFrom(7);
  const sentence = (length: number): string =>
    Array.from({ length }, (_, at) =>
      at % 6 === 5
        ? `$x_{${random(99)}} = \\frac{${random(999)}}{${random(99) + 1}}$`
        : words[random(words.length)],
    ).join(' ');
  for (let at = 0; at < count; at += 1) {
    const steps = Array.from({ length: 4 + random(8) }, () => sentence(30));
    const error = random(3) === 0 ? null : random(steps.length);
    const critique = (critic: string) => {
      const first = random(2) === 0 ? (error ?? -1) : random(steps.length + 1) - 1;
      return {
        critic,
        protocol: 'first_error',
        status: 'ok',
        first_error: first,
        error_steps: null,
        agreement: 1,
        model: 'm',
        explanations: { [String(Math.max(0, first))]: sentence(50) },
        votes: [],
      };
    };
    yield record(`r${at}`, error, {
      problem: `${sentence(40)} only-in-number-${at}.`,
      steps,
      critiques: [critique('one/first_error/v1'), critique('other/first_error/v1')],
    });
  }
}
