// A box chosen at random, two draws without replacement seen, a third draw predicted: Bayes with exact fractions.
import { pick, randomInt } from '../../statistics/random.ts';
import { conclude } from './conclude.ts';
import type { Family } from './family.ts';
import { add, divide, type Fraction, fraction, multiply } from './fraction.ts';
import { tex, texQuotient } from './latex.ts';

const dice = [
  { text: 'a fair die shows $1$ or $2$', prior: [1, 3] },
  { text: 'a fair coin shows heads', prior: [1, 2] },
  { text: 'a fair die shows a $6$', prior: [1, 6] },
  { text: 'two fair coins both show heads', prior: [1, 4] },
  { text: 'a fair die shows at most $4$', prior: [2, 3] },
  { text: 'two fair coins show at least one head', prior: [3, 4] },
] as const;

export const bayesBoxes: Family = {
  name: 'bayes-boxes',
  subject: 'probability',
  generate(rng) {
    const device = pick(rng, dice);
    const priorA = fraction(device.prior[0], device.prior[1]);
    const priorB = fraction(device.prior[1] - device.prior[0], device.prior[1]);
    // At least three winning tickets in each box, so that a third one can still be drawn.
    const [winA, loseA] = [randomInt(rng, 3, 10), randomInt(rng, 2, 10)];
    const [winB, loseB] = [randomInt(rng, 3, 10), randomInt(rng, 2, 10)];
    const [sizeA, sizeB] = [winA + loseA, winB + loseB];
    const seen = (win: number, size: number) => fraction(win * (win - 1), size * (size - 1));
    const [seenA, seenB] = [seen(winA, sizeA), seen(winB, sizeB)];
    const [jointA, jointB] = [multiply(priorA, seenA), multiply(priorB, seenB)];
    const evidence = add(jointA, jointB);
    const [posteriorA, posteriorB] = [divide(jointA, evidence), divide(jointB, evidence)];
    const [nextA, nextB] = [fraction(winA - 2, sizeA - 2), fraction(winB - 2, sizeB - 2)];
    const [partA, partB] = [multiply(posteriorA, nextA), multiply(posteriorB, nextB)];
    const answer = tex(add(partA, partB));
    const likelihood = (box: string, win: number, size: number, value: Fraction) =>
      `${pick(rng, [`If box ${box} was chosen, the two draws`, `Given box ${box}, the two draws`])} are winning with probability $\\frac{${win}}{${size}} \\cdot \\frac{${win - 1}}{${size - 1}} = ${tex(value)}$, because after the first draw $${win} - 1 = ${win - 1}$ of the $${size} - 1 = ${size - 1}$ remaining tickets win.`;
    const next = (box: string, win: number, size: number) =>
      `In box ${box} there are $${win} - 2 = ${win - 2}$ winning tickets left among $${size} - 2 = ${size - 2}$, so the next one wins with probability $${texQuotient(win - 2, size - 2)}$.`;
    const posterior = (box: string, joint: Fraction, value: Fraction) =>
      `By Bayes' theorem box ${box} has the posterior probability $\\frac{${joint.num}}{${joint.den}} \\cdot \\frac{${evidence.den}}{${evidence.num}} = ${tex(value)}$, the joint probability divided by the total.`;
    return {
      problem: `Box A contains $${winA}$ winning and $${loseA}$ losing tickets, box B $${winB}$ winning and $${loseB}$ losing ones. Box A is chosen if ${device.text}, otherwise box B. ${pick(
        rng,
        [
          'Two tickets are then drawn without replacement from the chosen box, and both win. Find the probability that a third ticket drawn from the same box wins too.',
          'From the chosen box three tickets are drawn one after the other without replacement. Given that the first two win, what is the probability that the third wins?',
        ],
      )}`,
      steps: [
        `Box A is chosen with probability $${tex(priorA)}$ and box B with probability $1 - ${tex(priorA)} = ${tex(priorB)}$. ${pick(rng, ["We update these by Bayes' theorem and then predict the third draw.", 'The two winning tickets change these probabilities; afterwards we condition on the box.'])}`,
        `Box A holds $${winA} + ${loseA} = ${sizeA}$ tickets and box B holds $${winB} + ${loseB} = ${sizeB}$.`,
        likelihood('A', winA, sizeA, seenA),
        likelihood('B', winB, sizeB, seenB),
        `The joint probability of choosing box A and seeing two winning tickets is $${tex(priorA)} \\cdot ${tex(seenA)} = ${tex(jointA)}$.`,
        `For box B it is $${tex(priorB)} \\cdot ${tex(seenB)} = ${tex(jointB)}$. ${pick(rng, ['The total probability of two winning tickets', 'So the probability of the observation'])} is $${tex(jointA)} + ${tex(jointB)} = ${tex(evidence)}$.`,
        posterior('A', jointA, posteriorA),
        `${posterior('B', jointB, posteriorB)} The two add up to one, as they must: $${tex(posteriorA)} + ${tex(posteriorB)} = 1$.`,
        next('A', winA, sizeA),
        next('B', winB, sizeB),
        `The law of total probability combines these. Box A contributes $${tex(posteriorA)} \\cdot ${tex(nextA)} = ${tex(partA)}$ and box B contributes $${tex(posteriorB)} \\cdot ${tex(nextB)} = ${tex(partB)}$.`,
        conclude(rng, `The sum of the two parts is $${tex(partA)} + ${tex(partB)} = ${answer}$.`, answer),
      ],
      answer,
      difficulty: sizeA + sizeB > 24 ? 4 : 3,
      parameters: { prior: device.prior, a: [winA, loseA], b: [winB, loseB] },
    };
  },
};
