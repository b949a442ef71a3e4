// A text as a step that the gate looks at: rejected or accepted, first or later.
import assert from 'node:assert/strict';
import type { GateCheck, GateInput } from '../../src/inject/gate/check.ts';
import { rejectionOfSteps } from './sound-injection.ts';

type Look = (input: GateInput) => GateCheck;

/** Rejections of a step that comes first, and of the same as the third step, behind one that is unchanged. */
function inStep(look: Look, text: string): (string | null)[] {
  return [
    rejectionOfSteps(look, ['We count them.', 'So it is 20.'], [text, 'So it is 19.']),
    rejectionOfSteps(look, ['We count them.', 'So it is 20.'], ['We add them.', text], {
      prefix: ['Let us begin.'],
    }),
  ];
}

export function rejected(look: Look, text: string, what: string): void {
  assert.deepEqual(inStep(look, text), [`step 1 has ${what}`, `step 3 has ${what}`], JSON.stringify(text));
  const kept = rejectionOfSteps(look, [text, 'So it is 20.'], [text, 'So it is 19.']);
  assert.equal(kept, null, `${JSON.stringify(text)} was there before`);
}

export function accepted(look: Look, text: string): void {
  assert.deepEqual(inStep(look, text), [null, null], JSON.stringify(text));
}
