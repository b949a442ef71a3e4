// A place in a text that may hold the answer, as the searches find it and the parser tries it.
import { scaleOf, unitOf } from './units.ts';

export interface Candidate {
  readonly priority: number;
  readonly start: number;
  readonly end: number;
  /** Position of the configuration that found it among all of them. */
  readonly config: number;
  readonly kind: 'latex' | 'expr' | 'string';
  /** The pieces to read: several when environments are joined by "and" or commas. */
  readonly parts: readonly string[];
  /** Whether "or" joins all of the pieces. */
  readonly or?: true;
  /** Whether a percent sign or word follows the mathematics. */
  readonly percent: boolean;
  /** Whether only the last boxes of the piece count. */
  readonly lastBox: boolean;
}

/** Order in which the candidates of one group are tried: latest end, then longest, then order of configuration. */
export function byEnd(a: Candidate, b: Candidate): number {
  return b.end - a.end || a.start - b.start || a.config - b.config;
}

const measure =
  /[ \t]?(?:dozens?|hundred|thousands?|millions?|billions?|trillions?)(?:[ \t](?:dollars?|cents?|euros?))?\b|[ \t]?(?:¢|€|£|°C|°F|°)|[ \t](?:square |cubic |sq\.? |cu\.? )?[A-Za-z]{1,12}\b(?:\^[23]|²|³)?(?:[ \t]?(?:\/|per )[ \t]?[A-Za-z]{1,12}\b(?:\^[23]|²|³)?)?/uy;

const mayBeginMeasure = /[ \ta-z¢€£°]/i;

/** The offset behind a scale word or a unit of measure of several letters at `at`, or `at` itself when there is none. */
export function afterUnit(text: string, at: number): number {
  if (at >= text.length || !mayBeginMeasure.test(text[at]!)) return at;
  measure.lastIndex = at;
  const found = measure.exec(text)?.[0];
  if (found === undefined) return at;
  const phrase = found.trim();
  const [first = '', second = ''] = phrase.split(/\s+/);
  if (scaleOf(first) !== null)
    return (
      at + (second === '' || unitOf(second) !== null ? found.length : found.indexOf(first) + first.length)
    );
  const unit = unitOf(phrase.replace(/²/g, '^2').replace(/³/g, '^3').replace(/\./g, ''));
  return unit === null || unit.letter || /^(?:in|min|second|seconds)$/i.test(phrase) ? at : at + found.length;
}

const percentSign = /\s*(?:\\?%|(?:percent|percentage|pct)\b)/y;

/** The offset behind a percent sign or word at `at`, or `at` itself when there is none. */
export function afterPercent(text: string, at: number): number {
  percentSign.lastIndex = at;
  const found = percentSign.exec(text);
  return found === null || found[0].length > 40 ? at : at + found[0].length;
}
