// Difficulty and discrimination of items, from which critics are right about them: a critic is a rater of the
// item-response model, and an answer that cannot be read is no answer.
import type { MeasuredParameter } from '../../records/review.ts';
import { fitItemResponse, minRaters } from '../../statistics/item-response.ts';
import { noAnswer, rightAnswer, wrongAnswer } from '../../statistics/item-response-posterior.ts';
import { type ItemAnswers, unknown } from './answers.ts';

export interface ItemParameters {
  /** The ability at which a critic is right half the time; null also where the discrimination may be 0. */
  readonly difficulty: MeasuredParameter | null;
  readonly discrimination: MeasuredParameter | null;
}

const none: ItemParameters = { difficulty: null, discrimination: null };
const z95 = 1.959963984540054;

function measured(value: number, variance: number): MeasuredParameter {
  const half = z95 * Math.sqrt(variance);
  return { value, low: value - half, high: value + half };
}

/** By item; null where too few critics have judged the records for any. */
export function itemParameters(answers: ItemAnswers): readonly ItemParameters[] | null {
  const { items, label, start, critic, answer, critics } = answers;
  const raters = Uint16Array.from(critics.keys()).filter((at) => !critics[at]!.blind);
  if (raters.length < minRaters) return null;
  const columnOf = new Map([...raters].map((at, column) => [at, column]));
  const right = new Uint8Array(items * raters.length).fill(noAnswer);
  const given = new Uint32Array(items);
  for (let item = 0; item < items; item += 1) {
    if (label[item] === unknown) continue;
    for (let at = start[item]!; at < start[item + 1]!; at += 1) {
      const column = columnOf.get(critic[at]!);
      if (column === undefined || answer[at] === unknown) continue;
      right[item * raters.length + column] = answer[at] === label[item] ? rightAnswer : wrongAnswer;
      given[item]! += 1;
    }
  }
  const fit = fitItemResponse({ items, raters: raters.length, right });
  if (fit === null) return null;
  return Array.from({ length: items }, (_, item): ItemParameters => {
    if (given[item]! < minRaters) return none;
    const [a, d] = [fit.slope[item]!, fit.intercept[item]!];
    const discrimination = measured(a, fit.slopeVariance[item]!);
    if (discrimination.low <= 0) return { difficulty: null, discrimination };
    // The delta method, for -d / a.
    const variance =
      fit.interceptVariance[item]! / a ** 2 +
      (d ** 2 / a ** 4) * fit.slopeVariance[item]! -
      ((2 * d) / a ** 3) * fit.covariance[item]!;
    return { difficulty: measured(-d / a, Math.max(0, variance)), discrimination };
  });
}
