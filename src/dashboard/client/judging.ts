// The annotator's judgements of the record on screen, saved one by one: the page shows a judgement at once, and
// takes it back when the server rejects it.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Annotation } from '../../records/annotation.ts';
import type { Judgement } from '../api.ts';
import type { RecordPage } from '../api-record.ts';
import { post } from './api-client.ts';
import { askAnnotator } from './layout.tsx';
import { say } from './state.ts';

export type Statement = Omit<Judgement, 'source' | 'row' | 'annotator' | 'kind' | 'seconds'>;

export interface Judging {
  /** My annotations of this record. */
  readonly mine: readonly Annotation[];
  of(kind: Annotation['kind'], critic?: string): Annotation | null;
  /** Adds to the annotator's earlier judgement of the same thing. */
  save(kind: Annotation['kind'], reported: Statement): Promise<void>;
  undo(): Promise<void>;
}

/** Seconds that the record has been in sight. */
function useSeconds(key: string): () => number {
  const clock = useRef({ spent: 0, since: performance.now() });
  useEffect(() => {
    clock.current = { spent: 0, since: performance.now() };
    const onVisible = (): void => {
      const now = performance.now();
      if (document.hidden) clock.current.spent += now - clock.current.since;
      clock.current.since = now;
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [key]);
  return () => Math.round((clock.current.spent + performance.now() - clock.current.since) / 100) / 10;
}

export function useJudging(
  source: string,
  page: RecordPage,
  onUndone: (undone: Annotation) => void,
): Judging {
  const key = `${source} ${page.row}`;
  const who = askAnnotator();
  const [mine, setMine] = useState<readonly Annotation[]>([]);
  const seconds = useSeconds(key);
  const latest = useRef<readonly Annotation[]>([]);
  const set = (next: readonly Annotation[]): void => {
    latest.current = next;
    setMine(next);
  };
  useEffect(() => set(page.annotations.filter((one) => one.annotator === who)), [page, who]);
  const of = (kind: Annotation['kind'], critic?: string): Annotation | null =>
    latest.current.find((one) => one.kind === kind && (kind !== 'critique' || one.critic === critic)) ?? null;
  /** One write after the other: the lines of the file have the order of the keys. */
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  return {
    mine,
    of,
    save(kind, reported) {
      if (who === null || page.record === null) {
        say('Who judges? Give a name at the top.');
        return Promise.resolve();
      }
      const before = latest.current;
      const known = of(kind, reported.critic ?? undefined);
      const { record_id: _, record_hash: __, at: ___, ...earlier } = known ?? ({} as Annotation);
      const next = { ...earlier, ...reported, kind, annotator: who, record_id: page.record.id } as Annotation;
      set([...before.filter((one) => one !== known), next]);
      const body = {
        ...earlier,
        ...reported,
        kind,
        annotator: who,
        source,
        row: page.row,
        seconds: seconds(),
      };
      const sent = queue.current.then(() => post('/api/annotations', body));
      queue.current = sent.catch(() => {});
      return sent.then(
        () => {},
        (error: Error) => {
          set(before);
          say(`Not saved: ${error.message}`);
        },
      );
    },
    async undo() {
      if (who === null) return;
      await queue.current;
      const { undone } = await post<{ undone: Annotation | null }>('/api/annotations/undo', {
        source,
        annotator: who,
      });
      if (undone === null) say('There is nothing to take back.');
      else onUndone(undone);
    },
  };
}
