// How certain the parameters of items are: the inverse of each item's observed information, which is that of the answers
// were abilities known, less what is lost because they are not (Louis, JRSS B 44, 1982).
import { noAnswer, type Posterior, prior, type Responses, share } from './item-response-posterior.ts';

export interface ItemVariances {
  readonly slopeVariance: Float64Array;
  readonly interceptVariance: Float64Array;
  readonly covariance: Float64Array;
}

export function itemVariances(
  { items, raters, right }: Responses,
  { slope, intercept }: { readonly slope: Float64Array; readonly intercept: Float64Array },
  posteriors: readonly Posterior[],
): ItemVariances {
  const slopeVariance = new Float64Array(items);
  const interceptVariance = new Float64Array(items);
  const covariance = new Float64Array(items);
  for (let item = 0; item < items; item += 1) {
    let [haa, had, hdd] = [1 / prior.slopeVariance, 0, 1 / prior.interceptVariance];
    for (let rater = 0; rater < raters; rater += 1) {
      const answer = right[item * raters + rater]!;
      if (answer === noAnswer) continue;
      const { nodes, weights } = posteriors[rater]!;
      let [sa, sd] = [0, 0];
      for (let q = 0; q < nodes.length; q += 1) {
        const [at, weight] = [nodes[q]!, weights[q]!];
        const p = share(slope[item]! * at + intercept[item]!);
        const score = answer - p;
        const information = weight * (p * (1 - p) - score * score);
        hdd += information;
        had += information * at;
        haa += information * at * at;
        sd += weight * score;
        sa += weight * score * at;
      }
      haa += sa * sa;
      had += sa * sd;
      hdd += sd * sd;
    }
    const determinant = haa * hdd - had * had;
    slopeVariance[item] = hdd / determinant;
    interceptVariance[item] = haa / determinant;
    covariance[item] = -had / determinant;
  }
  return { slopeVariance, interceptVariance, covariance };
}
