// The region of a solution in which the error may be: a rule in fractions of the solution, and the steps it allows.
import { LateBenchError } from '../errors.ts';
import { lateStart } from '../records/steps.ts';

/** 0-based steps from `from` to `to`, both included. */
export interface Region {
  readonly from: number;
  readonly to: number;
}

/**
 * `last-third` is the project's own meaning of "late" (records/steps.ts). A pair of fractions allows step i of n
 * (from 0) when floor(from * n) <= i < ceil(to * n).
 */
export type RegionRule = 'last-third' | readonly [from: number, to: number];

const named: Readonly<Record<string, RegionRule>> = {
  'last-third': 'last-third',
  'last-half': [0.5, 1],
  whole: [0, 1],
};

/** Reads `last-third`, `last-half`, `whole`, or two fractions such as `0.4-0.8`. */
export function regionRule(text: string): RegionRule {
  const known = Object.hasOwn(named, text) ? named[text] : undefined;
  if (known !== undefined) return known;
  const [, from, to] = /^(0(?:\.\d+)?|1|\.\d+)-(0?\.\d+|1(?:\.0*)?)$/.exec(text) ?? [];
  if (from === undefined || to === undefined || Number(from) >= Number(to)) {
    const message = `region ${JSON.stringify(text)}: give ${Object.keys(named).join(', ')}, or two fractions such as 0.4-0.8`;
    throw new LateBenchError('LB_USAGE', message);
  }
  return [Number(from), Number(to)];
}

/** 0.29 of 100 steps are 29, although the product of the floats is a little less. */
const slack = 1e-9;

/** The steps allowed in a solution of `count` steps; `step` (0-based) goes before the rule. Null where there is none. */
export function regionOf(count: number, rule: RegionRule, step: number | null): Region | null {
  if (step !== null) return step < count ? { from: step, to: step } : null;
  const from = rule === 'last-third' ? lateStart(count) : Math.floor(rule[0] * count + slack);
  const to = rule === 'last-third' ? count - 1 : Math.min(count, Math.ceil(rule[1] * count - slack)) - 1;
  return from === null || from > to ? null : { from, to };
}
