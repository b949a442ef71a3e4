// The distribution of the number of defective items in a sample without replacement, and its moments.
import { pick, randomInt } from '../../statistics/random.ts';
import { choose } from './choose.ts';
import { conclude } from './conclude.ts';
import type { Family } from './family.ts';
import { add, fraction, multiply, power, subtract } from './fraction.ts';
import { tex, texPower, texQuotient } from './latex.ts';

const items = ['lamps', 'fuses', 'valves', 'batteries', 'sensors'] as const;

export const sampleMoments: Family = {
  name: 'sample-moments',
  subject: 'probability',
  generate(rng) {
    const item = pick(rng, items);
    const bad = randomInt(rng, 3, 15);
    const good = randomInt(rng, 3, 25);
    const n = bad + good;
    const total = choose(n, 3);
    const ways = [0, 1, 2, 3].map((k) => choose(bad, k) * choose(good, 3 - k));
    const [w0, w1, w2, w3] = ways as [number, number, number, number];
    const first = w1 + 2 * w2 + 3 * w3;
    const second = w1 + 4 * w2 + 9 * w3;
    const mean = fraction(first, total);
    const meanSquare = fraction(second, total);
    const variance = subtract(meanSquare, power(mean, 2));
    const [u, v] = [randomInt(rng, 2, 9), randomInt(rng, 2, 9)];
    const asked = pick(rng, ['variance', 'cost'] as const);
    const { answer, question, closing } = {
      variance: {
        answer: multiply(fraction(u * u), variance),
        question: `Each defective one costs $${u}$ euros to replace. Find the variance of the cost in euros, $${u}X$.`,
        closing: `A constant factor enters the variance squared, so the variance of $${u}X$ is $${u}^2 \\cdot ${tex(variance)} = ${tex(multiply(fraction(u * u), variance))}$.`,
      },
      cost: {
        answer: add(multiply(fraction(u), meanSquare), multiply(fraction(v), mean)),
        question: `The damage is assessed at $${u}X^2 + ${v}X$ euros. Find its expected value in euros.`,
        closing: `By linearity the expected damage is $${u} \\cdot ${tex(meanSquare)} + ${v} \\cdot ${tex(mean)} = ${tex(add(multiply(fraction(u), meanSquare), multiply(fraction(v), mean)))}$.`,
      },
    }[asked];
    const row = (k: number) =>
      `${pick(rng, [`For $X = ${k}$ the number of samples is`, `The value $X = ${k}$ has the count`])} $\\binom{${bad}}{${k}} \\cdot \\binom{${good}}{${3 - k}} = ${choose(bad, k)} \\cdot ${choose(good, 3 - k)} = ${ways[k]}$.`;
    return {
      problem: `${pick(rng, [
        `A box holds $${n}$ ${item}, $${bad}$ of which are defective. Three of them are chosen at random without replacement.`,
        `Of $${n}$ ${item} in stock, $${bad}$ are defective. A sample of three is taken at random, without replacement.`,
      ])} Let $X$ be the number of defective ${item} in the sample. ${question}`,
      steps: [
        `The number of working ${item} is $${n} - ${bad} = ${good}$. All $\\binom{${n}}{3} = ${total}$ samples are equally likely.`,
        `${pick(rng, ['We find the distribution of $X$', 'We count the samples for each value of $X$'])}, which can be $0$, $1$, $2$ or $3$. ${row(0)}`,
        row(1),
        row(2),
        row(3),
        `The four counts cover all samples: $${w0} + ${w1} + ${w2} + ${w3} = ${total}$.`,
        `Weighting each count by the value of $X$ gives $0 \\cdot ${w0} + 1 \\cdot ${w1} + 2 \\cdot ${w2} + 3 \\cdot ${w3} = ${first}$. Hence $E(X)$ is $${texQuotient(first, total)}$.`,
        `${pick(rng, ['This agrees with linearity of expectation:', 'Linearity of expectation confirms the mean:'])} each of the three chosen ${item} is defective with probability $\\frac{${bad}}{${n}}$, and $3 \\cdot \\frac{${bad}}{${n}} = ${tex(mean)}$.`,
        `For $X^2$ the weights are squared: $0 \\cdot ${w0} + 1 \\cdot ${w1} + 4 \\cdot ${w2} + 9 \\cdot ${w3} = ${second}$. Hence $E(X^2)$ is $${texQuotient(second, total)}$.`,
        `The variance of $X$ is $E(X^2) - E(X)^2$. Numerically $${tex(meanSquare)} - ${texPower(mean, 2)} = ${tex(meanSquare)} - ${tex(power(mean, 2))} = ${tex(variance)}$.`,
        `${pick(rng, ['The known formula for sampling without replacement confirms this:', 'This agrees with the known formula for sampling without replacement:'])} the variance is $3 \\cdot \\frac{${bad}}{${n}} \\cdot \\frac{${good}}{${n}} \\cdot \\frac{${n - 3}}{${n - 1}} = ${tex(variance)}$.`,
        conclude(rng, closing, tex(answer)),
      ],
      answer: tex(answer),
      difficulty: n > 20 ? 3 : 2,
      parameters: { bad, good, sample: 3, u, v, asked },
    };
  },
};
