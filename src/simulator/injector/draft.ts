// Chooses a change and rewrites the solution with it, to the wrong final answer.
import { exactNumber } from '../../mathverify/index.ts';
import { type Rng, shuffled } from '../../statistics/random.ts';
import { type Candidate, candidatesIn, type Style } from './candidates.ts';
import { createCarrier } from './carry-forward.ts';
import { type ChainsOf, rememberingChains } from './chains.ts';
import { errorKinds } from './error-kinds.ts';
import type { InjectRequest } from './inject-request.ts';

export interface Draft {
  /** 1-based. */
  readonly step: number;
  /** The changed step and all that follow. */
  readonly steps: readonly string[];
  readonly finalAnswer: string;
  readonly explanation: string;
}

/** Three in five of the errors try to break an equation, and so can be found by one who only checks equations. */
const styleShares: readonly (readonly [Style, number])[] = [
  ['hidden', 0.6],
  ['shown', 0.2],
  ['inferred', 0.2],
];

const maxTries = 80;

/** Null where no step of the region has anything that a rule can change so that the answer changes. */
export function draftError(request: InjectRequest, rng: Rng): Draft | null {
  const { steps, errorType } = request;
  const kind = errorKinds[errorType ?? ''] ?? errorKinds.wrong_rule!;
  const answer = finalAnswerOf(request);
  const requested = drawStyle(rng);
  const order = stepOrder(request, rng);
  const chainsOf = rememberingChains();
  // Drawn step by step, and only as far as is needed: reading equations is what costs.
  const drawn = new Map<number, readonly Candidate[]>();
  const candidatesOf = (step: number): readonly Candidate[] => {
    const known = drawn.get(step) ?? shuffled(rng, candidatesIn(steps[step - 1]!, kind, answer, chainsOf));
    drawn.set(step, known);
    return known;
  };
  let fallback: Draft | null = null;
  let tries = 0;
  for (const isRequested of [true, false]) {
    for (const step of order) {
      for (const candidate of candidatesOf(step)) {
        if ((candidate.style === requested) !== isRequested) continue;
        tries += 1;
        if (tries > maxTries) return fallback;
        const draft = rewrite(request, step, candidate, chainsOf);
        if (draft === null) continue;
        // An answer that stays a whole number is the more plausible one.
        if (isWhole(draft.finalAnswer) || !isWhole(answer ?? '')) return draft;
        fallback ??= draft;
      }
    }
  }
  return fallback;
}

/**
 * The allowed steps in random order. The last step of a solution mostly comes last: an error there always reaches
 * the answer, so that without this the place alone would give most errors away.
 */
function stepOrder({ steps, from, to }: InjectRequest, rng: Rng): number[] {
  const order = shuffled(
    rng,
    Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at),
  );
  if (rng() < 0.2) return order;
  return [...order.filter((step) => step < steps.length), ...order.filter((step) => step === steps.length)];
}

function drawStyle(rng: Rng): Style {
  let left = rng();
  for (const [style, share] of styleShares) {
    left -= share;
    if (left < 0) return style;
  }
  return 'hidden';
}

function rewrite(
  request: InjectRequest,
  step: number,
  candidate: Candidate,
  chainsOf: ChainsOf,
): Draft | null {
  const { problem, steps } = request;
  const carrier = createCarrier([problem, ...steps.slice(0, step - 1), candidate.before], chainsOf);
  carrier.change(candidate.old, candidate.changed);
  const rest = carrier.carry(candidate.rest);
  const following = steps.slice(step).map((text) => carrier.carry(text));
  if (rest === null || following.some((text) => text === null)) return null;
  const rewritten = [candidate.head + rest, ...following.filter((text) => text !== null)];
  const right = finalAnswerOf(request);
  const wrong = boxed(rewritten.at(-1)!) ?? boxed(carrier.carry(`\\boxed{${right}}`) ?? '');
  if (right === null || wrong === null || isSame(right, wrong)) return null;
  const explanation = `"${candidate.became}" is wrong: what follows from the steps before is "${candidate.was}". The steps after it build on that.`;
  return { step, steps: rewritten, finalAnswer: wrong, explanation };
}

/** The boxed answer of the last step, else the reference answer. */
function finalAnswerOf({ steps, referenceAnswer }: InjectRequest): string | null {
  return boxed(steps.at(-1)!) ?? referenceAnswer;
}

/** The content of the last box, with balanced braces. */
function boxed(text: string): string | null {
  const open = text.lastIndexOf('\\boxed{');
  if (open === -1) return null;
  const start = open + '\\boxed{'.length;
  let depth = 1;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return text.slice(start, at).trim();
  }
  return null;
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [exactNumber(left), exactNumber(right)];
  return a === null || b === null ? left === right : a.n === b.n && a.d === b.d;
}

function isWhole(answer: string): boolean {
  return exactNumber(answer)?.d === 1n;
}
