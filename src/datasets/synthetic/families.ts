// The list of all synthetic families. Its order decides which family the records of a stream get: append only.
import { areaBetween } from './area-between.ts';
import { arithmeticProgression } from './arithmetic-progression.ts';
import { bayesBoxes } from './bayes-boxes.ts';
import { chineseRemainder } from './chinese-remainder.ts';
import { committeeCases } from './committee-cases.ts';
import type { Family } from './family.ts';
import { geometricProgression } from './geometric-progression.ts';
import { inclusionExclusion } from './inclusion-exclusion.ts';
import { integerTriangle } from './integer-triangle.ts';
import { latticePaths } from './lattice-paths.ts';
import { linearCongruence } from './linear-congruence.ts';
import { linearRecurrence } from './linear-recurrence.ts';
import { linearSystem } from './linear-system.ts';
import { meanValue } from './mean-value.ts';
import { modularPower } from './modular-power.ts';
import { perpendicularFoot } from './perpendicular-foot.ts';
import { polygonArea } from './polygon-area.ts';
import { polynomialExtrema } from './polynomial-extrema.ts';
import { powerSums } from './power-sums.ts';
import { quadraticRoots } from './quadratic-roots.ts';
import { sampleMoments } from './sample-moments.ts';
import { urnColours } from './urn-colours.ts';

/** One family of each subject in turn, so that even a short stream covers all subjects. */
export const syntheticFamilies: readonly Family[] = [
  linearSystem,
  modularPower,
  inclusionExclusion,
  polygonArea,
  urnColours,
  polynomialExtrema,
  arithmeticProgression,
  quadraticRoots,
  chineseRemainder,
  committeeCases,
  integerTriangle,
  bayesBoxes,
  areaBetween,
  geometricProgression,
  powerSums,
  linearCongruence,
  latticePaths,
  perpendicularFoot,
  sampleMoments,
  meanValue,
  linearRecurrence,
];
