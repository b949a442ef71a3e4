// The annotator's judgements of the record on screen. Each is an operation that enters the queue; the page shows it at
// once and says how far it has come.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Annotation } from '../../records/annotation.ts';
import type { Judgement, SourceFacts } from '../api.ts';
import type { JudgementsPage, RecordPage } from '../api-record.ts';
import { get } from './api-client.ts';
import { type Mine, mineOf, statementOf } from './judging-state.ts';
import { enqueue, filed, letGo, operations } from './queue/browser-queue.ts';
import { newId, type Operation } from './queue/operation.ts';
import type { Outcome } from './queue/queue.ts';
import { address, annotator, loggingIn, say, ticket } from './state.ts';
import { lastDone, remember, saidAgain } from './undo-history.ts';

export type Statement = Partial<
  Pick<
    Judgement,
    | 'decision'
    | 'first_error'
    | 'propagated_steps'
    | 'target_step'
    | 'error_type'
    | 'comment'
    | 'critic'
    | 'step_right'
    | 'explanation_right'
  >
>;

/** A record as it was asked for. */
export type LoadedPage = RecordPage & { readonly asked: number };

export interface Judging {
  /** My annotations of this record. */
  readonly mine: readonly Mine[];
  /** Everybody's, and versions of this record that were turned down. */
  readonly now: JudgementsPage;
  of(kind: Annotation['kind'], critic?: string): Mine | null;
  /** Adds to the annotator's earlier judgement of the same thing; null where nothing can be judged. */
  save(kind: Annotation['kind'], reported: Statement): Promise<Outcome | null>;
  undo(): Promise<void>;
}

/** How often a record in sight is looked at again, for what other browsers have filed. */
const lookMs = 4000;

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

/** What the server has about the record, looked at again while the record is in sight. */
function useNow(source: string, page: LoadedPage): JudgementsPage & { readonly asked: number } {
  const [now, setNow] = useState({
    annotations: page.annotations,
    conflicts: [],
    asked: page.asked,
  } as JudgementsPage & { asked: number; page?: LoadedPage });
  useEffect(() => {
    const path = `/api/sources/${source}/records/${page.row}/judgements`;
    let ended = false;
    const look = async (): Promise<void> => {
      if (document.hidden) return;
      const asked = Date.now();
      const found = await get<JudgementsPage>(path).catch(() => null);
      if (!ended && found !== null) setNow({ ...found, asked, page });
    };
    const timer = setInterval(look, lookMs);
    addEventListener('focus', look);
    return () => {
      ended = true;
      clearInterval(timer);
      removeEventListener('focus', look);
    };
  }, [source, page]);
  return now.page === page ? now : { annotations: page.annotations, conflicts: [], asked: page.asked };
}

const withdrawn: Readonly<Record<Annotation['kind'], Statement>> = {
  decision: { decision: null, first_error: null, error_type: null, comment: null },
  comment: { comment: null, target_step: null },
  natural_error: { first_error: null, comment: null, propagated_steps: null },
  critique: { step_right: null, explanation_right: null, comment: null },
};

/** An operation of whoever judges now. */
export function newOperation(body: Omit<Operation['body'], 'operation' | 'ticket'>): Operation {
  const id = newId();
  return {
    id,
    made: Date.now(),
    author: annotator.value,
    body: { ...body, operation: id, ticket: ticket.value },
    state: 'waiting',
    reason: null,
    filed: null,
  };
}

export function useJudging(
  source: SourceFacts,
  page: LoadedPage,
  /** Label and critics are out of sight. */
  isHidden: (mine: readonly Mine[]) => boolean,
  onUndone: (undone: Operation, place: string) => void,
): Judging {
  const seconds = useSeconds(`${source.id} ${page.row}`);
  const now = useNow(source.id, page);
  const { recordId, record } = page;
  const subject = { author: annotator.value, sourceKey: source.key, recordId: recordId ?? '' };
  const current = (): readonly Mine[] => mineOf(subject, now, filed.value, operations.value);
  const of = (kind: Annotation['kind'], critic?: string): Mine | null =>
    current().find((one) => one.kind === kind && (kind !== 'critique' || one.critic === critic)) ?? null;
  return {
    mine: current(),
    now,
    of,
    async save(kind, reported) {
      if (record === null || recordId === null) return null;
      if (loggingIn.value) {
        say('Not judged: the login is not answered yet. Press again in a moment.');
        return null;
      }
      const before = of(kind, reported.critic ?? undefined);
      const refused = operations.value.find(({ id, state }) => id === before?.version && state === 'refused');
      const statement = statementOf(before, record.steps.length);
      const operation = newOperation({
        ...statement,
        ...reported,
        kind,
        source: source.id,
        source_key: source.key,
        row: page.row,
        record_id: recordId,
        record_hash: record.hash,
        blind: isHidden(current()),
        // One that the server will not take is replaced by what is said now: what is based on it would go with it.
        based_on: refused === undefined ? (before?.version ?? null) : refused.body.based_on,
        seconds: seconds(),
      });
      remember({ operation, before: statement, place: address.value.path + location.search });
      try {
        const outcome = enqueue(operation);
        if (refused !== undefined) await letGo(refused);
        return await outcome;
      } catch (error) {
        say(`Not saved: ${(error as Error).message}`);
        return 'kept';
      }
    },
    async undo() {
      const last = lastDone();
      if (last === null) {
        say('There is nothing to take back.');
        return;
      }
      const { operation: done, before, place } = last;
      if (done.author !== annotator.value) {
        remember(last);
        say(`The last judgement here is ${done.author}'s: log in as ${done.author} to take it back.`);
        return;
      }
      const unsent = operations.value.find(({ id, state }) => id === done.id && state !== 'waiting');
      if (unsent !== undefined) await letGo(unsent);
      else {
        const { operation: _, ticket: __, ...body } = done.body;
        const statement: Statement = { ...withdrawn[body.kind], ...before };
        const operation = newOperation({ ...body, ...statement, based_on: done.id });
        if (body.based_on !== null) saidAgain(body.based_on, operation.id);
        const outcome = await enqueue(operation);
        if (outcome === 'kept') say('Not saved yet: it will be taken back when the server answers.');
      }
      onUndone(done, place);
    },
  };
}
