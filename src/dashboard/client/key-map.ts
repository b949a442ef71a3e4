// Which key does what: each action has a key of its own that a person may change, kept in this browser.
import { signal } from '@preact/signals';
import { keepTexts, keptTexts } from './kept-texts.ts';

/** Actions by their key as it comes. Digits always name steps. */
export const actions: readonly (readonly [key: string, meaning: string])[] = [
  ['j', 'next record'],
  ['k', 'previous record'],
  ['p', 'next record that I have not judged'],
  ['y', 'accept'],
  ['m', 'maybe'],
  ['n', 'reject'],
  ['t', 'type of the error'],
  ['c', 'comment'],
  ['u', 'take back'],
  ['b', 'blind'],
  ['/', 'search'],
];

const name = 'latebench.keys';

/** The keys that were changed, by the key as it comes. */
export const changedKeys = signal(keptTexts(name));

/** The key that a person presses for an action. */
export function keyFor(action: string): string {
  return changedKeys.value[action] ?? action;
}

/** The action of a pressed key, by the key as it comes; keys without an action of their own stay what they are. */
export function actionOf(pressed: string): string | undefined {
  const own = actions.find(([action]) => keyFor(action) === pressed)?.[0];
  if (own !== undefined) return own;
  return actions.some(([action]) => action === pressed) ? undefined : pressed;
}

/** Null where it is done, else why not. The key as it comes sets it back. */
export function setKey(action: string, key: string): string | null {
  if (/^\d$/.test(key)) return 'Digits name steps.';
  if (key.length !== 1 || key === ' ' || key === '?') return 'Give one letter or sign.';
  const other = actions.find(([one]) => one !== action && keyFor(one) === key);
  if (other !== undefined) return `${key} is “${other[1]}” already.`;
  const { [action]: _, ...others } = changedKeys.value;
  changedKeys.value = key === action ? others : { ...others, [action]: key };
  try {
    keepTexts(name, changedKeys.value);
  } catch {
    // A browser that keeps nothing: the keys hold for this visit.
  }
  return null;
}
