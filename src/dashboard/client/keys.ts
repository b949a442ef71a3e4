// The keyboard: the handler and the list of keys share one table. Keys do nothing while the focus is in a text field.
import { useLayoutEffect } from 'preact/hooks';
import { actionOf, changedKeys, keyFor } from './key-map.ts';

const cheatSheet: readonly (readonly [keys: string, meaning: string])[] = [
  ['j  k', 'next record, previous record'],
  ['p', 'next record that I have not judged'],
  ['1 … 9', 'the first error is in this step (two digits in a row for 10 and up)'],
  ['0', 'there is no error'],
  ['y  m  n', 'accept, maybe, reject'],
  ['t', 'choose the type of the error'],
  ['c', 'write a comment (Esc leaves the field)'],
  ['u', 'take the last judgement back'],
  ['b', 'blind: hide label and critics until judged'],
  ['/', 'search'],
  ['Ctrl K', 'find a record, a page, a filter or an action'],
  ['?', 'this list'],
];

/** The list with the keys as they were changed. */
export function shownKeys(): typeof cheatSheet {
  if (Object.keys(changedKeys.value).length === 0) return cheatSheet;
  return cheatSheet.map(([keys, meaning]) => [
    /^[a-z/ ]+$/.test(keys) ? keys.replace(/\S/g, keyFor) : keys,
    meaning,
  ]);
}

export type Keys = Readonly<Record<string, (key: string) => void>>;

function isTyping(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  return (
    element !== null &&
    /^(input|textarea|select)$/i.test(element.tagName) &&
    !element.matches('[type=checkbox]')
  );
}

/** The actions of these are done again and again while their key is held. */
const whileHeld: ReadonlySet<string> = new Set(['j', 'k']);

export function useKeys(keys: Keys): void {
  // Before the page is painted: a key that follows at once is not lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key === 'Escape' && isTyping(event.target)) {
        (event.target as HTMLElement).blur();
        return;
      }
      if (isTyping(event.target) || document.querySelector('dialog[open]') !== null) return;
      const asked = actionOf(event.key);
      const action =
        (asked === undefined ? undefined : keys[asked]) ?? (/^\d$/.test(event.key) ? keys.digit : undefined);
      if (action === undefined) return;
      event.preventDefault();
      // A key that is held would judge the next record too, and a digit would become another step.
      if (event.repeat && !whileHeld.has(asked ?? '')) return;
      action(event.key);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
