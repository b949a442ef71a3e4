// Why votes failed, in the words that their notes give: counted for the warnings of a report. Plain JSON, which adds up.
import { messageKind } from '../endpoints/failure-tally.ts';
import type { Solution } from '../records/solution.ts';

export type FailureNotes = Record<string, { note: string; count: number }>;

/** Different notes that are kept; further ones are not shown. */
const maxKinds = 200;
const shown = 3;

export function emptyFailureNotes(): FailureNotes {
  return Object.create(null) as FailureNotes;
}

function addNote(notes: FailureNotes, kind: string, note: string, count: number): void {
  const known = notes[kind];
  if (known === undefined) {
    if (Object.keys(notes).length < maxKinds) notes[kind] = { note, count };
    return;
  }
  known.count += count;
  // The same whatever the order in which shards are merged.
  if (note < known.note) known.note = note;
}

export function addFailureNotes(notes: FailureNotes, { critiques }: Solution): void {
  for (const { votes } of critiques ?? []) {
    for (const { status, note } of votes ?? []) {
      if (status === 'failed' && note != null) addNote(notes, messageKind(note), note, 1);
    }
  }
}

export function mergeFailureNotes(into: FailureNotes, from: FailureNotes): void {
  for (const [kind, { note, count }] of Object.entries(from)) addNote(into, kind, note, count);
}

/** One warning with the commonest reasons, or none. */
export function failureWarning(notes: FailureNotes): string[] {
  const kinds = Object.values(notes).sort((a, b) => b.count - a.count || (a.note < b.note ? -1 : 1));
  if (kinds.length === 0) return [];
  const total = kinds.reduce((sum, { count }) => sum + count, 0);
  const reasons = kinds.slice(0, shown).map(({ note, count }) => `${count} x ${note}`);
  const rest = kinds.length > shown ? '; …' : '';
  return [`${total} ${total === 1 ? 'vote' : 'votes'} failed: ${reasons.join('; ')}${rest}`];
}
