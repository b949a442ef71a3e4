// A field whose words are handed in with Enter, a button or by leaving it. Until then they belong to whoever types:
// what happens on the page meanwhile does not take them away.
import type { TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';

interface Attributes {
  readonly type?: 'text' | 'search';
  readonly class?: string;
  readonly name?: string;
  readonly size?: number;
  readonly maxLength?: number;
  readonly placeholder?: string;
  readonly title?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-invalid'?: boolean;
}

interface Given {
  /** What the field says while nobody types; another value of it replaces what was typed. */
  readonly given: string;
  /** Gets what was typed when the field is left or Enter is pressed; false puts back what was given. */
  onHandedIn?(typed: string): boolean | Promise<boolean>;
}

/** What a field of a form says that is sent; the page stays. */
export function submittedText(event: TargetedEvent<HTMLFormElement>, name: string): string {
  event.preventDefault();
  return new FormData(event.currentTarget).get(name)?.toString().trim() ?? '';
}

export function TypedField({ given, onHandedIn, ...attributes }: Attributes & Given) {
  const [typed, setTyped] = useState({ given, text: given });
  const handIn = async (text: string): Promise<void> => {
    if ((await onHandedIn?.(text)) === false) setTyped({ given, text: given });
  };
  return (
    <input
      {...(attributes as object)}
      value={typed.given === given ? typed.text : given}
      onInput={(event) => setTyped({ given, text: event.currentTarget.value })}
      onChange={(event) => void handIn(event.currentTarget.value)}
      onKeyDown={(event) => {
        // The next key is for the page: it must not become part of what was handed in.
        if (event.key === 'Enter' && onHandedIn !== undefined) event.currentTarget.blur();
      }}
    />
  );
}
