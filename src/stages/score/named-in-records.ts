// What the options of a score name in the records: fields, a split, steps. Where no record has it, the score would look
// as if nothing had been asked.

import { LateBenchError } from '../../errors.ts';
import { breakdownValue, createBreakdownWatch } from '../../metrics/breakdown.ts';
import { goldOf } from '../../metrics/gold.ts';
import { createNameWatch } from '../../records/missing-name.ts';
import type { ScoreObject } from '../../records/score.ts';
import type { Solution } from '../../records/solution.ts';
import type { NamedInRecords } from '../named-in-records.ts';
import { type ScoreChoices, splitFieldOf } from './options.ts';

/** Looks at the records that are scored. */
export interface ScoredNames {
  look(record: Solution): void;
  /** After the last record, before they are scored. */
  check(): void;
  /** When they are scored. */
  checkScore(score: ScoreObject): void;
}

type Watch = Pick<ScoredNames, 'look' | 'check'>;

function splitWatches(asked: ScoreChoices): readonly Watch[] {
  const { thresholdSplit: dev, deltaGold } = asked;
  if (dev === undefined) return [];
  const field = splitFieldOf(asked);
  const nothing = `no labelled record has this value of ${field}`;
  const values = createNameWatch([dev], { option: '--threshold-split', nothing });
  return [
    createBreakdownWatch([field], `--threshold-split ${dev} --split-field`),
    {
      look(record) {
        const gold = goldOf(record, deltaGold);
        values.look(gold === null ? [] : [breakdownValue(record, field, gold)]);
      },
      check: values.check,
    },
  ];
}

function stepWatch(constants: readonly number[]): Watch {
  let longest = 0;
  return {
    look({ steps }) {
      longest = Math.max(longest, steps.length);
    },
    check() {
      const beyond = constants.find((step) => step >= longest);
      if (beyond === undefined || longest === 0) return;
      throw new LateBenchError(
        'LB_USAGE',
        `--constants ${beyond}: no solution has that step (the longest has ${longest}, counted from 0)`,
      );
    },
  };
}

export function namedInRecords(asked: ScoreChoices): ScoredNames {
  const watches: readonly Watch[] = [
    createBreakdownWatch(asked.by, '--by'),
    ...splitWatches(asked),
    stepWatch(asked.constants),
  ];
  return {
    look(record) {
      for (const watch of watches) watch.look(record);
    },
    check() {
      for (const watch of watches) watch.check();
    },
    checkScore({ critics }) {
      const { thresholdSplit: dev } = asked;
      if (dev === undefined || critics.some(({ operating_point: point }) => point != null)) return;
      const message =
        `--threshold-split ${dev}: no critic has a confidence to choose a threshold on: it is the share of several votes ` +
        '(critic --votes N), or what the critic states';
      throw new LateBenchError('LB_USAGE', message);
    },
  };
}

/** What the options name: known before the records are. */
export function namedFields(
  asked: Pick<ScoreChoices, 'by' | 'thresholdSplit' | 'splitField'>,
): readonly NamedInRecords[] {
  const split: NamedInRecords = { option: 'splitField', of: 'field', names: [splitFieldOf(asked)] };
  return [
    { option: 'by', of: 'field', names: asked.by },
    ...(asked.thresholdSplit === undefined ? [] : [split]),
  ];
}
