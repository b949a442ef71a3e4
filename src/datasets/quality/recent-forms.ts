// Problems that were compared last, with what they are compared by. Where many problems are alike the same ones are
// candidates again and again: reading them and cutting them into parts each time took most of the time of a build.
import type { FormStore } from './form-store.ts';
import type { ProblemForm } from './problem-form.ts';
import { characterShingles } from './shingles.ts';

/** One of the texts of a form: always the same function for the same text. */
type TextOf = (form: ProblemForm) => string;

export interface RecentForms {
  form(entry: number): ProblemForm;
  text(entry: number, textOf: TextOf): string;
  parts(entry: number, textOf: TextOf): Float64Array;
}

interface Recent {
  readonly form: ProblemForm;
  readonly texts: Map<TextOf, string>;
  readonly parts: Map<TextOf, Float64Array>;
}

/** Tokens of all forms that are held: with their texts and parts some 50 bytes each. */
const maxTokens = 500_000;

export function createRecentForms(forms: FormStore): RecentForms {
  /** The one that was asked for last is the last one. */
  const held = new Map<number, Recent>();
  let tokens = 0;

  const recent = (entry: number): Recent => {
    const known = held.get(entry);
    if (known !== undefined) {
      held.delete(entry);
      held.set(entry, known);
      return known;
    }
    const form = forms.get(entry);
    tokens += form.tokens.length;
    for (const [oldest, { form: left }] of held) {
      if (tokens <= maxTokens) break;
      held.delete(oldest);
      tokens -= left.tokens.length;
    }
    const read: Recent = { form, texts: new Map(), parts: new Map() };
    held.set(entry, read);
    return read;
  };
  const textIn = ({ form, texts }: Recent, textOf: TextOf): string => {
    const text = texts.get(textOf) ?? textOf(form);
    texts.set(textOf, text);
    return text;
  };
  return {
    form: (entry) => recent(entry).form,
    text: (entry, textOf) => textIn(recent(entry), textOf),
    parts(entry, textOf) {
      const one = recent(entry);
      const parts = one.parts.get(textOf) ?? characterShingles(textIn(one, textOf));
      one.parts.set(textOf, parts);
      return parts;
    },
  };
}
