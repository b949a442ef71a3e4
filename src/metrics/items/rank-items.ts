// One ranking of items for review: first those that most probably have a wrong label.
import type { Review, ReviewKind, reviewSchema } from '../../records/review.ts';
import { type ItemAnswers, unknown } from './answers.ts';
import { labelDoubt } from './label-doubt.ts';
import { itemParameters } from './parameters.ts';
import { type Panel, reasonsFor } from './reasons.ts';
import { voiceWeights } from './voices.ts';

export interface ItemRanking {
  /** Items by rank. */
  readonly order: Uint32Array;
  /** By item. */
  readonly reviews: readonly Review[];
  /** Items by reason. */
  readonly counts: Readonly<Partial<Record<ReviewKind, number>>>;
  /** Names of the strong critics. */
  readonly strong: readonly string[];
  /** Whether there were enough critics for difficulty and discrimination. */
  readonly fitted: boolean;
}

type Draft = { readonly [Field in Exclude<keyof typeof reviewSchema.shape, 'rank'>]: Review[Field] };

/** Numbers of the more accurate half of the critics, at least two; blind critics are none of them. */
function strongCritics({ critics, critic, answer, label, items, start }: ItemAnswers): readonly number[] {
  const counts = critics.map(() => ({ right: 0, n: 0 }));
  for (let item = 0; item < items; item += 1) {
    if (label[item] === unknown) continue;
    for (let at = start[item]!; at < start[item + 1]!; at += 1) {
      counts[critic[at]!]!.n += 1;
      if (answer[at] === label[item]) counts[critic[at]!]!.right += 1;
    }
  }
  const ranked = [...critics.keys()]
    .filter((at) => !critics[at]!.blind && counts[at]!.n > 0)
    .sort((a, b) => counts[b]!.right / counts[b]!.n - counts[a]!.right / counts[a]!.n || a - b);
  return ranked.slice(0, Math.max(2, Math.ceil(ranked.length / 2)));
}

/** `strong`: names of the critics to take for strong; the more accurate half where absent. */
export function rankItems(answers: ItemAnswers, strong?: readonly string[]): ItemRanking {
  const { items, label, start, critic, answer, critics } = answers;
  const weights = voiceWeights(answers);
  const { doubt, suggested } = labelDoubt(answers, weights);
  const parameters = itemParameters(answers);
  const chosen =
    strong === undefined
      ? strongCritics(answers)
      : [...critics.keys()].filter((at) => strong.includes(critics[at]!.name));
  const panel: Panel = { answers, weights, strong: new Set(chosen) };
  const counts: Partial<Record<ReviewKind, number>> = {};
  const scores = new Float64Array(items);
  const drafts = Array.from({ length: items }, (_, item): Draft => {
    const own = parameters?.[item] ?? null;
    const reasons = reasonsFor(panel, item, own);
    let kept = 1 - (Number.isNaN(doubt[item]) ? 0 : doubt[item]!);
    for (const { weight, kind } of reasons) {
      kept *= 1 - weight;
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
    scores[item] = 1 - kept;
    let [heard, right] = [0, 0];
    for (let at = start[item]!; at < start[item + 1]!; at += 1) {
      if (critics[critic[at]!]!.blind || answer[at] === unknown) continue;
      heard += 1;
      if (answer[at] === label[item]) right += 1;
    }
    return {
      score: scores[item]!,
      label_doubt: Number.isNaN(doubt[item]) ? null : doubt[item]!,
      suggested_first_error: suggested[item] === unknown ? null : suggested[item]!,
      reasons: reasons.map(({ kind, text }) => ({ kind, text })),
      critics: heard,
      right,
      difficulty: own?.difficulty ?? null,
      discrimination: own?.discrimination ?? null,
    };
  });
  const order = Uint32Array.from({ length: items }, (_, item) => item).sort(
    (a, b) => scores[b]! - scores[a]! || a - b,
  );
  const ranks = new Uint32Array(items);
  for (const [at, item] of order.entries()) ranks[item] = at + 1;
  return {
    order,
    reviews: drafts.map((draft, item) => ({ rank: ranks[item]!, ...draft })),
    counts,
    strong: chosen.map((at) => critics[at]!.name),
    fitted: parameters !== null,
  };
}
