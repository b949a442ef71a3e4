// From the options of a filter to its checks, in order: cheap ones first, and stateful ones (duplicates) last, so that a
// record that another check drops does not count as the original of its copies.

import type { z } from 'zod';
import { LateBenchError } from '../errors.ts';
import type { IdWatch } from '../records/missing-name.ts';
import { createConditionWatch } from './condition-watch.ts';
import type { filterFields, streamFilterFields } from './filter-schema.ts';
import { type AcceptedRecords, acceptedOnly } from './quality/accepted.ts';
import {
  type AnswersEqual,
  boxedAnswer,
  consistentAnswer,
  finalAnswer,
  sameText,
} from './quality/answers.ts';
import type { Check } from './quality/check.ts';
import { maxComplexity, minComplexity } from './quality/complexity.ts';
import { type KnownProblems, unique } from './quality/duplicates.ts';
import { hasError, lateError, noError, singleError } from './quality/labels.ts';
import { oneLanguage } from './quality/language.ts';
import { validLatex } from './quality/latex.ts';
import type { Embed } from './quality/meaning.ts';
import { noOverlap, type OverlapIndex } from './quality/overlap.ts';
import { presets } from './quality/presets.ts';
import { oneSolution } from './quality/several-solutions.ts';
import { maxStepChars, maxStepRatio, maxSteps, minStepChars, minSteps } from './quality/steps.ts';
import { isInShare } from './sample.ts';
import { holds, parseCondition } from './where.ts';

type Declared = z.output<z.ZodObject<typeof filterFields & typeof streamFilterFields>>;

/** What the problems of records are compared with. */
interface ComparedProblems {
  /** Problems to stay clear of, and the share of n-grams from which one counts as theirs (0.5). */
  readonly overlap?: OverlapIndex | undefined;
  readonly overlapShare?: number | undefined;
  /** The index that `unique: 'near'` looks in and adds to. */
  readonly known?: KnownProblems | undefined;
  /** The embedding of a problem, which `unique: 'meaning'` needs; `filter` then waits for it. */
  readonly embed?: Embed | undefined;
}

/**
 * The conditions of `filterStage`. Each has a default that keeps every record; lengths are in steps, positions in
 * fractions of the solution.
 */
export interface FilterOptions
  extends ComparedProblems,
    Readonly<{ [Key in keyof Declared]: Readonly<Declared[Key]> }> {
  /** How answers are compared; by their text when absent. */
  readonly answersEqual?: AnswersEqual | undefined;
  /** What people accepted in the dashboard. */
  readonly accepted?: AcceptedRecords | undefined;
  /** Looks for the records that people judged at all: that none of them comes by is an error of `accepted`. */
  readonly judged?: IdWatch | undefined;
  /** Of `share`, with each record's id. */
  readonly seed?: number | undefined;
}

function whereCheck(text: string): Check {
  const condition = parseCondition(text);
  const watch = createConditionWatch(condition);
  return {
    name: text,
    look: watch.look,
    reason: (record) => (holds(record, condition) ? null : `not ${text}`),
    end() {
      const message = watch.missingField();
      if (message !== null) throw new LateBenchError('LB_USAGE', `--where ${text}: ${message}`);
    },
    // Of one part of a dataset that may be the answer.
    note: watch.missingValue,
  };
}

function shareCheck(share: number, seed: number): Check {
  return { name: 'sample', reason: ({ id }) => (isInShare(id, share, seed) ? null : 'not in the sample') };
}

/** Options with those of the preset where none was given. */
export function withPreset(options: FilterOptions): FilterOptions {
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== false);
  return { ...(options.preset === undefined ? {} : presets[options.preset]), ...Object.fromEntries(given) };
}

export function filterChecks(given: FilterOptions): Check[] {
  const options = withPreset(given);
  const by = <T>(value: T | undefined, check: (value: T) => Check): Check[] =>
    value === undefined ? [] : [check(value)];
  const when = (requested: boolean | undefined, check: Check): Check[] => (requested === true ? [check] : []);
  const { answersEqual = sameText, overlapShare = 0.5, seed = 0 } = options;
  return [
    ...by(options.minSteps, minSteps),
    ...by(options.maxSteps, maxSteps),
    ...when(options.hasError, hasError),
    ...when(options.noError, noError),
    ...when(options.singleError, singleError),
    ...when(options.late, lateError),
    ...by(options.accepted, (accepted) => acceptedOnly(accepted, options.judged)),
    ...(options.where ?? []).map(whereCheck),
    ...by(options.minStepChars, minStepChars),
    ...by(options.maxStepChars, maxStepChars),
    ...by(options.maxStepRatio, maxStepRatio),
    ...when(options.boxed, boxedAnswer),
    ...when(options.finalAnswer, finalAnswer),
    ...when(options.oneSolution, oneSolution),
    ...when(options.oneLanguage, oneLanguage),
    ...when(options.validLatex, validLatex),
    ...by(options.minComplexity, minComplexity),
    ...by(options.maxComplexity, maxComplexity),
    ...when(options.consistentAnswer, consistentAnswer(answersEqual)),
    ...by(options.overlap, (index) => noOverlap(index, overlapShare)),
    ...by(options.unique, (kind) =>
      unique({
        kind,
        threshold: options.nearThreshold,
        window: options.uniqueWindow,
        known: options.known,
        embed: options.embed,
      }),
    ),
    ...by(options.share, (share) => shareCheck(share, seed)),
  ];
}
