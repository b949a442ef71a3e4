// Candidates among given choices (A, B, C, D): announced, at the start, boxed, in brackets, or standing alone.
import { hopeFollows } from './anchors.ts';
import { innermostBoxes } from './boxes.ts';
import type { Candidate } from './candidate.ts';
import type { StringConfig } from './config.ts';
import type { Searched } from './searched.ts';

/** The choices of one priority group. */
export function stringCandidates(
  source: Searched,
  config: StringConfig,
  index: number,
  priority: number,
): Candidate[] {
  const { text } = source;
  const made = (found: Found): Candidate => {
    return {
      priority,
      ...found,
      config: index,
      kind: 'string',
      parts: [found.choice],
      percent: false,
      lastBox: false,
    };
  };
  if (priority === 250) return [choiceAt(text, skipBlanks(text, 0), config)].filter(isFound).map(made);
  if (priority === 300) return config.withoutAnchor ? bare(text, config).map(made) : [];
  const result: Candidate[] = [];
  if (priority === 50) result.push(...boxed(text, config).map(made));
  for (const anchor of source.anchors()) {
    if (anchor.priority !== priority) continue;
    const found = firstChoice(text, anchor.from, anchor.reach, config);
    if (found === null || (priority === 0 && !hopeFollows(text, found.end))) continue;
    result.push(made(found));
  }
  return result;
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly choice: string;
}

function isFound(found: Found | null): found is Found {
  return found !== null;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text[at] ?? '')) at += 1;
  return at;
}

/** A choice that begins at an offset, perhaps behind stars and a bracket, and ends there as a word does. */
function choiceAt(text: string, at: number, config: StringConfig): Found | null {
  let start = at;
  for (const mark of ['(', '[', '**', '(', '[']) if (text.startsWith(mark, start)) start += mark.length;
  const choice = config.strings.find(
    (word) => text.startsWith(word, start) && endsAt(text, start + word.length),
  );
  return choice === undefined ? null : { start, end: start + choice.length, choice };
}

function endsAt(text: string, at: number): boolean {
  return /^[)\]]?(?:\*\*)?(?:[.,:;!?)\]\s]|$)/.test(text.slice(at, at + 4));
}

function firstChoice(text: string, from: number, reach: number, config: StringConfig): Found | null {
  for (let i = from; i <= from + reach && i < text.length; i += 1) {
    if (i > 0 && !/[\s:]/.test(text[i - 1]!)) continue;
    if (text[i] === '\n') return null;
    const found = choiceAt(text, i, config);
    if (found !== null) return found;
  }
  return null;
}

function bare(text: string, config: StringConfig): Found[] {
  const result: Found[] = [];
  for (let i = 0; i < text.length; i += 1) {
    if (i > 0 && !/\s/.test(text[i - 1]!)) continue;
    const found = choiceAt(text, i, config);
    if (found === null) continue;
    result.push(found);
    i = found.end - 1;
  }
  return result;
}

// \boxed{C}, \boxed{\text{(C)}} and \boxed{C: reason}
function boxed(text: string, config: StringConfig): Found[] {
  const box = innermostBoxes(text).at(-1);
  if (box === undefined) return [];
  const content = box.content.replace(/\\(?:text|textbf|mathrm|mathbf)\s*\{|[{}$]/g, '').trim();
  const found = choiceAt(content, 0, config);
  return found === null ? [] : [{ start: box.start, end: box.end, choice: found.choice }];
}
