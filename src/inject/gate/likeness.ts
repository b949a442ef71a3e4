// Whether the rewritten part looks like the rest: its length, its dress and its words. A difference there gives the
// error away to a critic that understands nothing.
import { check, type Gate, type GateCheck, type GateInput, passed, replaced, rewritten } from './check.ts';
import { foreignCheck } from './language.ts';

/** Characters that a short text may gain or lose whatever its length. */
const freeCharacters = 60;
/** How many times as long or as short the whole rewritten part, and the target step, may be. */
const maxWhole = 1.75;
const maxTarget = 2.5;

const length = (text: string): number => text.replaceAll(/\s+/g, ' ').trim().length;

function lengthCheck(before: readonly string[], after: readonly string[]): GateCheck {
  const sum = (steps: readonly string[]): number => steps.reduce((total, text) => total + length(text), 0);
  const parts = [
    { name: 'the target step', old: length(before[0] ?? ''), now: length(after[0] ?? ''), max: maxTarget },
    { name: 'the rewritten part', old: sum(before), now: sum(after), max: maxWhole },
  ];
  const odd = parts.find(
    ({ old, now, max }) => now > old * max + freeCharacters || now < old / max - freeCharacters,
  );
  return odd === undefined ? passed : check(false, `${odd.name} has ${odd.now} characters for ${odd.old}`);
}

/** Features that a reader sees at once: which of them the new part has and the whole original does not. */
const features: Readonly<Record<string, RegExp>> = {
  'dollar signs around formulas': /(?<!\\)\$/,
  '\\( or \\[ around formulas': /\\[([]/,
  'bold text': /\*\*[^*]+\*\*|\\textbf/,
  'colours and struck-out or underlined text':
    /\\(?:(?:text|page)?color|f?colorbox|hl|highlight|sout|st|uline|uwave|underline)(?![a-zA-Z])/,
  headings: /^\s*#{1,6}\s/m,
  'list bullets': /^\s*[-*•]\s/m,
  'code fences': /```/,
  'exclamation marks': /[a-z]!(?:\s|$)/i,
  'first person singular': /\b(?:I|my)(?=\s+[a-z])/,
  'full-width signs': /[\uff01-\uff5e]/,
  pictographs: /\p{Extended_Pictographic}/u,
};

/** A label at the head of a step: "Step 7:", "7." or "(7)". */
const label = /^\s*(?:\*\*)?(?:step\s+\d|\(?\d+[.)])/i;

/** Words of at least four letters, LaTeX commands left out. */
function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll(/\\[a-z]+/g, ' ')
      .match(/\p{L}{4,}/gu) ?? []
  );
}

/** The fewer words there are, the fewer of them another problem has in common by chance. */
const leastShared = [
  { words: 20, share: 0.25 },
  { words: 6, share: 0.15 },
];

function styleDetail(input: GateInput, before: readonly string[], after: readonly string[]): string {
  const { problem, original } = input;
  const whole = original.join('\n');
  const now = after.join('\n');
  const added = Object.entries(features).filter(([, sign]) => sign.test(now) && !sign.test(whole));
  if (added.length > 0) return `the original has no ${added.map(([name]) => name).join(', ')}`;
  const hasMath = (text: string): boolean => /\$|\\[([a-z]/i.test(text);
  if (!after.some(hasMath) && before.filter(hasMath).length * 2 > before.length) {
    return 'the original writes its formulas in LaTeX';
  }
  const labelled = (steps: readonly string[]): boolean =>
    steps.length > 0 && steps.every((text) => label.test(text));
  if (labelled(before) !== labelled(after) && (labelled(before) || labelled(after))) {
    return labelled(before) ? 'the original labels each step' : 'the original does not label its steps';
  }
  const known = new Set(wordsOf(`${problem}\n${whole}`));
  // Words of another language are named by the check of that.
  const fewest = foreignCheck(input).ok ? leastShared : leastShared.slice(0, 1);
  const words = wordsOf(now);
  const shared = words.filter((word) => known.has(word)).length / Math.max(1, words.length);
  return fewest.some(({ words: count, share }) => words.length >= count && shared < share)
    ? `of its ${words.length} words, ${Math.round(shared * 100)} % occur in the original`
    : '';
}

export function likenessChecks(input: GateInput): Gate {
  const [before, after] = [replaced(input), rewritten(input)];
  const style = styleDetail(input, before, after);
  return { length: lengthCheck(before, after), style: check(style === '', style) };
}
