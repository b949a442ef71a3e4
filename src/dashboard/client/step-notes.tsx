// What is said about one step, beside it: why it is wrong, and what the critics say.
import type { Passage, ShownRecord } from '../api-record.ts';
import { Text } from './passage.tsx';
import { shortCritic } from './words.ts';

interface Note {
  readonly who: string;
  readonly passage: Passage;
}

/** By step, 0-based. */
export function notesOf({ critiques, injection }: ShownRecord): ReadonlyMap<number, readonly Note[]> {
  const notes = new Map<number, Note[]>();
  const add = (step: number | null, note: Note): void => {
    if (step !== null) notes.set(step, [...(notes.get(step) ?? []), note]);
  };
  if (injection !== null && injection.explanation !== null)
    add(injection.errorStep, { who: 'Why it is wrong', passage: injection.explanation });
  for (const { critic, explanations } of critiques)
    for (const { step, passage } of explanations) add(step, { who: shortCritic(critic), passage });
  return notes;
}

export function StepNotes({ notes }: { notes: readonly Note[] }) {
  if (notes.length === 0) return null;
  return (
    <div class="notes">
      {notes.map(({ who, passage }, at) => (
        <div class="note-card" key={at}>
          <p class="note-who">{who}</p>
          <Text passage={passage} />
        </div>
      ))}
    </div>
  );
}
