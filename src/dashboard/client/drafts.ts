// What somebody has begun to write about a record: kept with every key, until it is saved or taken away, whatever becomes
// of the page and the server meanwhile.
import { useState } from 'preact/hooks';
import type { RecordPage } from '../api-record.ts';
import { annotator, say, session } from './state.ts';

/** What words about a record are kept under, also when the record becomes another; each form adds its name. */
export function wordsKey(source: string, { recordId }: RecordPage): string {
  const key = session.value?.sources.find(({ id }) => id === source)?.key;
  return [annotator.value, key, recordId].join(' ');
}

/** What drafts about the steps of a record are kept under: of other steps they would say something else. */
export function draftKey(source: string, page: RecordPage): string {
  return `${wordsKey(source, page)} ${page.record?.hash}`;
}

const prefix = 'latebench.draft.';

export function readDraft<T>(key: string): T | null {
  try {
    const text = localStorage.getItem(prefix + key);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

export function keepDraft(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    say('This browser cannot keep drafts: save before you leave the page.');
  }
}

/** Like a state; `null` takes the draft away. The component has to have `key` among what identifies it. */
export function useDraft<T>(key: string): readonly [T | null, (value: T | null) => void] {
  const [state, setState] = useState<{ readonly key: string; readonly value: T | null }>(() => ({
    key,
    value: readDraft<T>(key),
  }));
  const current = state.key === key ? state.value : readDraft<T>(key);
  return [
    current,
    (value) => {
      keepDraft(key, value);
      setState({ key, value });
    },
  ];
}
