// The steps of a record as its page shows them: typeset, and beside what an injection made them from.
import type { Solution } from '../../records/solution.ts';
import { alignSteps } from '../../records/step-alignment.ts';
import type { DiffPart, Segment, ShownRecord, ShownStep } from '../api-record.ts';
import { type ChangedText, stepDiff } from './step-diff.ts';
import { typeset } from './typeset.ts';

function shownPart({ kind, before, after }: ChangedText): DiffPart {
  const set = (text: string): readonly Segment[] => typeset(text).segments;
  return {
    kind,
    before: kind === 'removed' || (kind === 'same' && before !== after) ? set(before) : null,
    after: kind === 'removed' ? null : set(after),
  };
}

const places = ([from, to]: readonly [number, number]): number[] =>
  Array.from({ length: to - from }, (_, at) => from + at);

export function shownSteps({
  steps,
  injection,
}: Solution): Pick<ShownRecord, 'steps' | 'original' | 'leftOut'> {
  const plain = (text: string, index: number): ShownStep => ({
    index,
    passage: typeset(text),
    change: null,
    diff: null,
    originals: [],
    leftOut: [],
  });
  const original = injection?.original_steps ?? null;
  if (original === null) return { steps: steps.map(plain), original: null, leftOut: [] };
  const shown: ShownStep[] = [];
  let leftOut: number[] = [];
  for (const { before, after, same } of alignSteps(original, steps)) {
    const originals = places(before);
    if (after[0] === after[1]) {
      leftOut.push(...originals);
      continue;
    }
    const texts = steps.slice(...after);
    const changes = same || originals.length === 0 ? null : stepDiff(original.slice(...before), texts);
    for (const [at, text] of texts.entries()) {
      const own = changes?.[at] ?? null;
      const change = originals.length === 0 ? 'added' : own === null ? null : 'changed';
      const diff = own?.map(shownPart) ?? null;
      shown.push({ ...plain(text, after[0] + at), change, diff, originals, leftOut });
      leftOut = [];
    }
  }
  return { steps: shown, original: original.map((text) => typeset(text)), leftOut };
}
