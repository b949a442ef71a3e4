// Candidates that are written in LaTeX: announced, boxed, and bare environments.
import { hopeFollows } from './anchors.ts';
import { hasBox, innermostBoxes, joinBoxes, lastBoxes } from './boxes.ts';
import { afterPercent, afterUnit, type Candidate } from './candidate.ts';
import { conditionsOf } from './conditions.ts';
import type { LatexConfig } from './config.ts';
import type { Environment } from './environments.ts';
import { isFragmentOfAnswer, maxAnswer } from './fragments.ts';
import type { Searched } from './searched.ts';
import { spreadOut } from './spread-out.ts';

const maxJoined = 5;
/** More environments than are ever tried: of a text with more, only the last ones are looked at. */
const maxEnvironments = 300;

/** The LaTeX candidates of one priority group. */
export function latexCandidates(
  source: Searched,
  config: LatexConfig,
  index: number,
  priority: number,
): Candidate[] {
  const result: Candidate[] = [];
  if (priority === config.boxedPriority) result.push(...boxed(source, config, index));
  for (const anchor of source.anchors()) {
    if (anchor.priority !== priority) continue;
    const found = source.scanner.firstIn(anchor.from, anchor.from + anchor.reach);
    if (found === null || (priority <= 50 && !onlyMarks(source.text.slice(anchor.from, found.start))))
      continue;
    if (valueBefore.test(source.text.slice(anchor.from, found.start))) continue;
    const candidate = joined(source, found, index, priority);
    if (isFragmentOfAnswer(source.text, candidate.start, candidate.end)) continue;
    if (priority === 0 && !hopeFollows(source.text, candidate.end)) continue;
    result.push(candidate);
  }
  if (priority === 300 && config.withoutAnchor) {
    let end = 0;
    const conditions = conditionsOf(source);
    const found: Candidate[] = [];
    for (const environment of source.environments().slice(-maxEnvironments)) {
      if (environment.start < end) continue;
      const candidate = joined(source, environment, index, priority);
      end = candidate.end;
      if (!conditions.some((range) => environment.start >= range.start && environment.start < range.end))
        found.push(candidate);
    }
    const last = found.at(-1);
    if (last !== undefined && !isFragmentOfAnswer(source.text, last.start, last.end)) result.push(...found);
  }
  return result;
}

/** The announced value is in plain text, and its line or sentence has ended: what comes in dollar signs is about it. */
const valueBefore = /^(?:\s*(?:is|are|equals|=))?[\s:*_"'`]*-?(?:[$€£]\s?)?\.?\d[^\n$]*(?:\n|[.;]\s)/;

function onlyMarks(text: string): boolean {
  return /^[\s:*"'\\_]*$/.test(text);
}

/** Between two boxes of one sentence: "the maximum is $\\boxed{3}$, and the minimum is $\\boxed{1}$". */
const secondStatement = /^,?\s+and\s+(?:the|its|their)\s[^.;:\n$\\]{1,90}?\b(?:is|are|equals)\s+/;
const maxLink = 120;

/** An environment with its percent sign and the environments that "and", "or" or commas join to it. */
function joined(source: Searched, from: Environment, index: number, priority: number): Candidate {
  const first = spreadOut(source.text, source.scanner, from);
  const unit = afterUnit(source.text, first.end);
  const parts = [first.content + source.text.slice(first.end, unit)];
  let end = unit > first.end ? unit : afterPercent(source.text, first.end);
  const percent = unit === first.end && end > first.end;
  const choices: boolean[] = [];
  while (parts.length <= maxJoined) {
    const near = /^\s*(?:,?\s*(?:and|or|AND|OR)\s|,)\s*/.exec(source.text.slice(end, end + 16));
    if (near === null) break;
    const behind = (link: RegExpExecArray): Environment | null =>
      source.scanner.at(end + link[0].length) ?? source.scanner.at(end + link[0].length - 1);
    const far = hasBox(first.content) ? secondStatement.exec(source.text.slice(end, end + maxLink)) : null;
    const link = behind(near) === null ? far : near;
    const next = link && behind(link);
    if (link === null || next === null || (link === far && !hasBox(next.content))) break;
    const whole = spreadOut(source.text, source.scanner, next);
    parts.push(whole.content);
    choices.push(/\bor\b/i.test(link[0]));
    end = afterPercent(source.text, whole.end);
  }
  const made = { priority, start: first.start, end, config: index, kind: 'latex' as const, parts, percent };
  const bracketed = parts.length > 1 ? inBrackets(source.text, made) : null;
  if (bracketed !== null) return { ...made, ...bracketed, lastBox: false };
  const isChoice = choices.length > 0 && choices.every(Boolean);
  return isChoice ? { ...made, lastBox: false, or: true } : { ...made, lastBox: false };
}

/** One part of all, with the brackets of an answer around them: ($3$, $4$) is a pair, and not the set of both. */
function inBrackets(
  text: string,
  { start, end, parts }: Pick<Candidate, 'start' | 'end' | 'parts'>,
): Pick<Candidate, 'start' | 'end' | 'parts'> | null {
  const [before = '', after = ''] = [text[start - 1], text[end]];
  if (text.length > maxAnswer || !/^(?:[([][)\]]|\{\})$/.test(before + after)) return null;
  const [left, right] = before === '{' ? ['\\{', '\\}'] : [before, after];
  return { start: start - 1, end: end + 1, parts: [`${left}${parts.join(', ')}${right}`] };
}

function boxed(source: Searched, config: LatexConfig, index: number): Candidate[] {
  const { text } = source;
  if (config.boxedPriority < 0) return [];
  const boxes = source.boxes();
  if (boxes.length === 0) return [];
  const result: Candidate[] = [];
  let end = 0;
  for (const environment of source.environments().slice(-maxEnvironments)) {
    if (environment.start < end || !hasBox(environment.content)) continue;
    const candidate = joined(source, environment, index, config.boxedPriority);
    // A box that the environment cuts in two is found as a whole below.
    if (!innermostBoxes(environment.content).some((box) => box.closed)) continue;
    // Environments joined on without a box are remarks on the boxed one.
    end = candidate.end;
    result.push(candidate);
  }
  const chosen = lastBoxes(text, boxes);
  const last = chosen[chosen.length - 1]!;
  const closed = afterClosers(text, last.end);
  const percent = chosen.length === 1 && afterPercent(text, closed) > closed;
  const isChoice =
    chosen.length > 1 &&
    chosen.every((box, k) => k === 0 || /\bor\b/.test(text.slice(chosen[k - 1]!.end, box.start)));
  const made = {
    priority: config.boxedPriority,
    start: chosen[0]!.start,
    end: last.end,
    config: index,
    kind: 'latex' as const,
    percent,
    lastBox: true,
  };
  result.push(
    isChoice
      ? { ...made, parts: chosen.map(({ content }) => content), or: true }
      : { ...made, parts: [joinBoxes(chosen)] },
  );
  return result;
}

function afterClosers(text: string, at: number): number {
  const found = /^\s*(?:\$\$|\$|\\\)|\\\])?/.exec(text.slice(at, at + 8));
  return at + (found?.[0].length ?? 0);
}
