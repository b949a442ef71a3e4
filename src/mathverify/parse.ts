// Parsing: searches a text for the answer it gives, group by group, and reads the first candidate that can be read.
import type { Node } from './ast.ts';
import { Budget, defaultSteps, isSpent, maxTextLength } from './budget.ts';
import { byEnd, type Candidate } from './candidate.ts';
import { type ExtractionConfig, exprConfig, latexConfig, type ParseOptions } from './config.ts';
import { isOptionList } from './definite.ts';
import { withoutDenied } from './denied.ts';
import { textOf } from './given.ts';
import { contradicts, hedgeInBox, hedgeOf } from './hedged.ts';
import { labelledParts, listedLines } from './listed-parts.ts';
import { withoutMarkup } from './markup.ts';
import { writtenOut } from './plain-characters.ts';
import { readCandidate, setOf } from './read-candidate.ts';
import { readText, stripEnds } from './read-text.ts';
import { withoutRemarks } from './remarks.ts';
import { exprCandidates } from './search-expr.ts';
import { latexCandidates } from './search-latex.ts';
import { stringCandidates } from './search-string.ts';
import { Searched } from './searched.ts';
import { withoutThinking } from './thinking.ts';

/** What a text says: a value, the text of the first match to fall back on, or why there is neither. */
export interface Parsed {
  /** A tree, or the choice of a multiple-choice question; null where nothing was read. */
  readonly value: Node | string | null;
  /** Text of the first match that was tried; null when there was none or it is not wanted. */
  readonly fallback: string | null;
  /** `indefinite`: several answers are offered; `out_of_budget`: the steps did not suffice. */
  readonly status: 'parsed' | 'unparsed' | 'indefinite' | 'out_of_budget';
  /** The value's position in the text (UTF-16 offsets); null without a value. */
  readonly at: { readonly start: number; readonly end: number } | null;
  /** Why a text that is `indefinite` gives no definite answer. */
  readonly hedge?: string;
}

/** What is looked for where nothing else is asked for. */
export const defaultConfigs: readonly ExtractionConfig[] = [latexConfig(), exprConfig()];
const maxTries = 200;

/**
 * Reads the answer that a text gives. Never throws; what cannot be read is `unparsed`. Of a text of more than a
 * million characters only the end is read.
 *
 * @example parse('so $x = \\frac{1}{2}$').status; // 'parsed'
 */
export function parse(text: string, options: ParseOptions = {}): Parsed {
  return parseWith(textOf(text), options, new Budget(options.maxSteps ?? defaultSteps));
}

/**
 * As `parse`, charging a budget that the caller shares between calls; `keepsApproximations` reads the 0.667 of "2/3, or
 * about 0.667" too.
 */
export function parseWith(
  text: string,
  options: ParseOptions,
  budget: Budget,
  keepsApproximations = false,
): Parsed {
  try {
    const written = writtenOut(answerPart(text, options));
    const meant = withoutRemarks(withoutDenied(withoutMarkup(written.text)), keepsApproximations);
    const found = search(meant, options, budget);
    if (written.text === text || found.at === null) return found;
    return { ...found, at: { start: written.original(found.at.start), end: written.original(found.at.end) } };
  } catch (error) {
    if (isSpent(error)) return { value: null, fallback: null, status: 'out_of_budget', at: null };
    throw error;
  }
}

function answerPart(text: string, options: ParseOptions): string {
  const whole = text.length > maxTextLength ? text.slice(-maxTextLength) : text;
  return options.ignoreThinking ? withoutThinking(whole) : whole;
}

function search(text: string, options: ParseOptions, budget: Budget): Parsed {
  const configs = options.configs ?? defaultConfigs;
  budget.charge(1 + (text.length >> 6));
  if (configs.some((config) => config.type === 'raw_latex')) {
    const value = readText(text, {}, budget);
    return finished(value, stripEnds(text), { start: 0, end: text.length }, options);
  }
  const source = new Searched(text);
  const hedge = options.definite && isOptionList(text) ? 'it is a list of options' : indefinite(source);
  if (hedge !== null) return { value: null, fallback: null, status: 'indefinite', at: null, hedge };
  const listed = listedIn(source, options, budget);
  if (listed !== null) return listed;
  let fallback: string | null = null;
  let tries = 0;
  for (const priority of prioritiesOf(configs, source)) {
    const candidates: Candidate[] = [];
    for (let k = 0; k < configs.length; k += 1)
      for (const found of candidatesOf(source, configs[k]!, k, priority)) candidates.push(found);
    if (candidates.length > 1) candidates.sort(byEnd);
    let failed: Candidate | null = null;
    for (const candidate of candidates) {
      if (tries >= maxTries) break;
      // A number inside something that could not be read is a fragment, not an answer.
      if (
        failed !== null &&
        candidate.kind === 'expr' &&
        candidate.start >= failed.start &&
        candidate.end <= failed.end
      )
        continue;
      tries += 1;
      const read = readCandidate(candidate, configs[candidate.config]!, budget);
      fallback ??= read.text === '' || read.silent ? null : read.text;
      if (read.value !== null) return finished(read.value, fallback, candidate, options);
      if (options.extractionMode === 'first_match' && !read.silent)
        return finished(null, fallback, null, options);
      if (!read.silent) failed = candidate;
    }
  }
  return finished(null, fallback, null, options);
}

/** An answer in parts with labels or in lines of a list; null where the text, or its only box, is none. */
function listedIn(source: Searched, options: ParseOptions, budget: Budget): Parsed | null {
  if (options.configs?.some(({ type }) => type === 'string')) return null;
  const boxes = source.text.includes('boxed') ? source.boxes() : [];
  if (boxes.length > 1) return null;
  const text = boxes[0]?.content ?? source.text;
  const labelled = labelledParts(text);
  const listed = labelled ?? (boxes.length === 0 ? listedLines(text) : null);
  if (listed === null) return null;
  const values = listed.parts.map((part) => search(part, options, budget).value);
  const items = values.filter((value) => value !== null && typeof value !== 'string');
  // What is said of one part is not the answer.
  const kept = labelled === null ? null : text.trim();
  if (items.length < values.length) return labelled && finished(null, kept, null, options);
  const value: Node = labelled === null ? setOf(items) : { kind: 'tuple', items };
  return finished(value, kept, { start: 0, end: source.text.length }, options);
}

const signed = /(=|\$|\\[([])\s*(?:[-−±]|\\[pm][pm](?![a-z]))\s*$/;

/** Whether what is before a box ends with a sign of the whole value, $x = -\\boxed{60}$. */
function hasSign(before: string): boolean {
  const opened = signed.exec(before)?.[1];
  if (opened !== '$') return opened !== undefined;
  const marks = before.slice(before.lastIndexOf('\n') + 1).match(/\$\$?/g)!;
  return marks.length % 2 === 1;
}

/** Why a text gives no definite answer, by its last sentence or its last boxes; else null. */
function indefinite(source: Searched): string | null {
  const { text } = source;
  const box = text.includes('boxed') || text.includes('fbox') ? source.boxes().at(-1) : undefined;
  const hedge = box === undefined ? hedgeOf(text) : hedgeInBox(box.content);
  if (box !== undefined && hasSign(text.slice(Math.max(0, box.start - 200), box.start)))
    return 'the sign before its box may be of the answer';
  if (hedge !== null || text.indexOf('\\boxed') === text.lastIndexOf('\\boxed')) return hedge;
  const [left, right] = source.boxes().slice(-2);
  if (left === undefined || right === undefined) return null;
  const gap = text.slice(left.end, right.start);
  return contradicts(left.content, gap, right.content) ? 'its boxes contradict each other' : null;
}

function finished(
  value: Node | string | null,
  fallback: string | null,
  at: { start: number; end: number } | null,
  options: ParseOptions,
): Parsed {
  const kept = options.fallbackMode === 'no_fallback' ? null : fallback;
  return {
    value,
    fallback: kept,
    status: value === null ? 'unparsed' : 'parsed',
    at: at && { start: at.start, end: at.end },
  };
}

/** The groups that may hold something, lowest first. */
function prioritiesOf(configs: readonly ExtractionConfig[], source: Searched): number[] {
  const all = [250, 300];
  const add = (priority: number): void => {
    if (!all.includes(priority)) all.push(priority);
  };
  for (const { priority } of source.anchors()) add(priority);
  for (const config of configs) {
    if (config.type === 'latex' && config.boxedPriority >= 0) add(config.boxedPriority);
    if (config.type === 'string') add(50);
  }
  return all.sort((a, b) => a - b);
}

function candidatesOf(
  source: Searched,
  config: ExtractionConfig,
  index: number,
  priority: number,
): Candidate[] {
  if (config.type === 'latex') return latexCandidates(source, config, index, priority);
  if (config.type === 'expr') return exprCandidates(source, config, index, priority);
  return config.type === 'string' ? stringCandidates(source, config, index, priority) : [];
}
