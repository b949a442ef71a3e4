// Which steps of one solution are which of another: by what they say, not by their number. A step may have been split,
// merged, put in, left out or rewritten; numbering, spacing and spelling of formulas count for nothing.
import { bareTokens, withoutNumbering } from './bare-text.ts';

/** A stretch of steps on both sides that belong together; either may be empty, the ends are excluded. */
export interface AlignedSteps {
  readonly before: readonly [from: number, to: number];
  readonly after: readonly [from: number, to: number];
  /** Both sides say the same. */
  readonly same: boolean;
}

interface Step {
  readonly tokens: readonly string[];
  /** Numbers of its tokens and pairs of tokens, ascending, and how often each occurs. */
  readonly ids: Int32Array;
  readonly times: Int32Array;
  weight: number;
}

/** Steps on one side times steps on the other times tokens of a step; above it the middle is paired in order. */
const maxWork = 4_000_000;
/** Steps that may have been made from one, or become one. */
const maxJoined = 8;
/** What a further step of a split or a merge has to add, as a share of the step itself. */
const joinCost = 0.3;
/** Above this share, all but rounding. */
const all = 1 - 1e-9;
/** Steps that share nothing stand beside each other rather than one after the other. */
const replaced = 0.02;

type Numbers = Map<string, number>;

function stepOf(text: string, numbers: Numbers): Step {
  const tokens = bareTokens(text.slice(...withoutNumbering(text)));
  const counts = new Map<number, number>();
  const add = (one: string): void => {
    const id = numbers.get(one) ?? numbers.size;
    numbers.set(one, id);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  };
  for (const [at, one] of tokens.entries()) {
    add(one);
    if (at > 0) add(`${tokens[at - 1]} ${one}`);
  }
  const ids = Int32Array.from(counts.keys()).sort();
  return { tokens, ids, times: ids.map((id) => counts.get(id)!), weight: 0 };
}

/** By the number of a token: words that most steps have say little about which step it is. */
function weigh(steps: readonly Step[], size: number): Float64Array {
  const seen = new Int32Array(size);
  for (const { ids } of steps) for (const id of ids) seen[id]! += 1;
  const weights = Float64Array.from(seen, (times) => (times === 0 ? 0 : Math.log(1 + steps.length / times)));
  for (const step of steps)
    step.weight = step.ids.reduce((sum, id, at) => sum + weights[id]! * step.times[at]!, 0);
  return weights;
}

function overlap(a: Step, b: Step, weights: Float64Array): number {
  let sum = 0;
  for (let i = 0, j = 0; i < a.ids.length && j < b.ids.length; ) {
    const [one, other] = [a.ids[i]!, b.ids[j]!];
    if (one === other) sum += Math.min(a.times[i]!, b.times[j]!) * weights[one]!;
    if (one <= other) i += 1;
    if (other <= one) j += 1;
  }
  return sum;
}

/** 0 to 1; an empty step is covered by nothing. */
const share = (part: number, { weight }: Step): number => (weight === 0 ? 0 : part / weight);

/**
 * What setting `many` steps up to `end` beside `one` is worth, for 2, 3, … of them; `overlaps` are those of `one` with
 * each of them. `bag` is empty before and after.
 */
function joins(
  one: Step,
  many: readonly Step[],
  end: number,
  overlaps: (at: number) => number,
  weights: Float64Array,
  bag: Int32Array,
): readonly number[] {
  const worth: number[] = [];
  let start = end;
  for (; start > 0 && end - start < maxJoined; start -= 1) {
    const [step, part] = [many[start - 1]!, overlaps(start - 1)];
    // A step that has little to do with it ends the stretch; beside one that says all of it, nothing else belongs.
    if (share(part, step) < joinCost) break;
    if (share(part, step) > all && share(part, one) > all) return worth;
  }
  if (end - start < 2) return worth;
  let [parts, covered] = [0, 0];
  for (let at = end - 1; at >= start; at -= 1) {
    const step = many[at]!;
    for (let i = 0; i < step.ids.length; i += 1) bag[step.ids[i]!]! += step.times[i]!;
    parts += overlaps(at);
    covered += share(overlaps(at), step);
    if (at === end - 1) continue;
    let whole = 0;
    for (let i = 0; i < one.ids.length; i += 1)
      whole += Math.min(one.times[i]!, bag[one.ids[i]!]!) * weights[one.ids[i]!]!;
    worth.push(share(whole, one) + (covered * whole) / parts - joinCost * (end - 1 - at));
  }
  for (let at = start; at < end; at += 1) for (const id of many[at]!.ids) bag[id] = 0;
  return worth;
}

/** The pairs of a middle part, by the classic table from the beginning. */
function aligned(before: readonly Step[], after: readonly Step[], size: number): AlignedSteps[] {
  const weights = weigh([...before, ...after], size);
  const bag = new Int32Array(size);
  const width = after.length + 1;
  const pairs = before.map((one) => Float64Array.from(after, (other) => overlap(one, other, weights)));
  const best = new Float64Array((before.length + 1) * width);
  const moves = new Uint8Array(best.length);
  for (let i = 0; i <= before.length; i += 1) {
    for (let j = 0; j <= after.length; j += 1) {
      if (i === 0 && j === 0) continue;
      let gain = Number.NEGATIVE_INFINITY;
      const offer = (up: number, left: number, worth: number): void => {
        const sum = best[(i - up) * width + j - left]! + worth;
        if (sum > gain) {
          gain = sum;
          moves[i * width + j] = up * (maxJoined + 1) + left;
        }
      };
      // First, so that of equal choices what has no partner comes last.
      if (j > 0) offer(0, 1, 0);
      if (i > 0) offer(1, 0, 0);
      if (i > 0 && j > 0) {
        const [one, other] = [before[i - 1]!, after[j - 1]!];
        const both = pairs[i - 1]![j - 1]!;
        offer(1, 1, replaced + share(both, one) + share(both, other));
        const splits = joins(one, after, j, (at) => pairs[i - 1]![at]!, weights, bag);
        for (const [at, worth] of splits.entries()) offer(1, at + 2, worth);
        const merges = joins(other, before, i, (at) => pairs[at]![j - 1]!, weights, bag);
        for (const [at, worth] of merges.entries()) offer(at + 2, 1, worth);
      }
      best[i * width + j] = gain;
    }
  }
  const found: AlignedSteps[] = [];
  for (let [i, j] = [before.length, after.length]; i > 0 || j > 0; ) {
    const move = moves[i * width + j]!;
    const [up, left] = [Math.floor(move / (maxJoined + 1)), move % (maxJoined + 1)];
    found.push({ before: [i - up, i], after: [j - left, j], same: false });
    i -= up;
    j -= left;
  }
  return found.reverse();
}

function inOrder(before: number, after: number): AlignedSteps[] {
  return Array.from({ length: Math.max(before, after) }, (_, at) => ({
    before: [Math.min(at, before), Math.min(at + 1, before)],
    after: [Math.min(at, after), Math.min(at + 1, after)],
    same: false,
  }));
}

const keyOf = ({ tokens }: Step): string => tokens.join(' ');
const joined = (steps: readonly Step[]): string =>
  steps
    .map(keyOf)
    .filter((key) => key !== '')
    .join(' ');

/** The stretches in order; together they hold every step of both sides once. */
export function alignSteps(before: readonly string[], after: readonly string[]): readonly AlignedSteps[] {
  const numbers: Numbers = new Map();
  const [left, right] = [before, after].map((steps) => steps.map((text) => stepOf(text, numbers))) as [
    Step[],
    Step[],
  ];
  const shortest = Math.min(left.length, right.length);
  let head = 0;
  while (head < shortest && keyOf(left[head]!) === keyOf(right[head]!)) head += 1;
  let tail = 0;
  while (tail < shortest - head && keyOf(left.at(-1 - tail)!) === keyOf(right.at(-1 - tail)!)) tail += 1;
  const middles = [left.slice(head, left.length - tail), right.slice(head, right.length - tail)] as const;
  const size = (steps: readonly Step[]): number => steps.reduce((sum, { ids }) => sum + ids.length, 0);
  const work = middles[0].length * size(middles[1]) + middles[1].length * size(middles[0]);
  const middle =
    work > maxWork ? inOrder(middles[0].length, middles[1].length) : aligned(...middles, numbers.size);
  const shifted = ([from, to]: readonly [number, number], by: number): [number, number] => [
    from + by,
    to + by,
  ];
  const ends = (offset: [number, number], count: number): AlignedSteps[] =>
    Array.from({ length: count }, (_, at) => ({
      before: [offset[0] + at, offset[0] + at + 1],
      after: [offset[1] + at, offset[1] + at + 1],
      same: true,
    }));
  return [
    ...ends([0, 0], head),
    ...middle.map((one) => {
      const [old, now] = [shifted(one.before, head), shifted(one.after, head)];
      return { before: old, after: now, same: joined(left.slice(...old)) === joined(right.slice(...now)) };
    }),
    ...ends([left.length - tail, right.length - tail], tail),
  ];
}

/** The text that a step was made from; null where it was put in. `place`: 0-based. */
export function originalOf(
  place: number,
  before: readonly string[],
  after: readonly string[],
): string | null {
  const found = alignSteps(before, after).find(({ after: [from, to] }) => from <= place && place < to);
  return found === undefined || found.before[0] === found.before[1]
    ? null
    : before.slice(...found.before).join('\n');
}
