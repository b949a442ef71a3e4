// White space around the steps of a reply. It is read without, as models add and drop it. In a solution whose steps have
// some, it would show where the rewritten part begins, and change steps that were only repeated.
import type { Proposal } from './reply.ts';

function edgesOf(text: string): readonly [string, string] {
  const bare = text.trim();
  const start = text.indexOf(bare);
  return [text.slice(0, start), text.slice(start + bare.length)];
}

/** The proposal with the white space that the original has around the steps in the same places. */
export function withEdges(proposal: Proposal, original: readonly string[]): Proposal {
  const { first, steps } = proposal;
  const last = original.at(-1) ?? '';
  return {
    ...proposal,
    steps: steps.map((text, at) => {
      const old = at === steps.length - 1 ? last : (original[first + at] ?? last);
      const [before, after] = edgesOf(old);
      return `${before}${text}${after}`;
    }),
  };
}
