// One record with everything about it; and the same as a queue: one record after the other, by keyboard only, blind if
// one likes.

import { useEffect, useRef } from 'preact/hooks';
import type { Decision } from '../../records/annotation.ts';
import type { Neighbours, SourceFacts } from '../api.ts';
import type { RecordPage } from '../api-record.ts';
import { formatQuery, parseQuery } from '../query-string.ts';
import { get } from './api-client.ts';
import { Critique } from './critiques.tsx';
import { Guidelines } from './guidelines.tsx';
import { JudgePanel } from './judge-panel.tsx';
import { type LoadedPage, useJudging } from './judging.ts';
import type { Mine } from './judging-state.ts';
import { useKeys } from './keys.ts';
import { liveOf, versionOf } from './live.tsx';
import { filed } from './queue/browser-queue.ts';
import { positionOf, QueueProgress, RecordNav } from './record-nav.tsx';
import { Facts, Injection, Review } from './record-panels.tsx';
import { useSameRecord } from './same-record.ts';
import { Skeleton } from './skeleton.tsx';
import { Solution } from './solution.tsx';
import {
  address,
  annotator,
  blind,
  go,
  isBlind,
  leaveOriginal,
  notice,
  recordTitle,
  say,
  session,
  setBlind,
  spoken,
  withAnnotator,
} from './state.ts';
import { useLoaded } from './use-loaded.ts';
import { stepName } from './words.ts';
import { Workbench } from './workbench.tsx';

/** Digits that follow each other this fast are one step number. */
const digitMs = 700;

const notHereYet = 'Not judged: the next record is not here yet. Press again when it is.';

function View(props: {
  source: SourceFacts;
  page: LoadedPage;
  places: Neighbours | null;
  queue: boolean;
  /** Another record has been asked for: what is on screen is not to be judged any more. */
  leaving: boolean;
  reload: () => void;
}) {
  const { source, page, places, queue, leaving, reload } = props;
  const { record } = page;
  const query = formatQuery(parseQuery(address.value.query)).toString();
  const to = (row: number): string =>
    `/s/${source.id}/${queue ? 'queue' : 'r'}/${row}${query === '' ? '' : `?${query}`}`;
  const readOnly = session.value?.readOnly === true;
  const isHidden = (mine: readonly Mine[]): boolean =>
    !readOnly && isBlind.value && mine.find(({ kind }) => kind === 'decision')?.decision == null;
  const judging = useJudging(source, page, isHidden, ({ body }, place) => {
    const what = body.kind === 'decision' ? (body.decision ?? 'judgement') : body.kind;
    say(`Taken back: ${what} of ${body.record_id}.`);
    if (place !== address.value.path + location.search) go(place);
    reload();
  });
  const comment = useRef<HTMLTextAreaElement>(null);
  const type = useRef<HTMLSelectElement>(null);
  const position = positionOf(places);
  useEffect(leaveOriginal, [page.row]);
  useEffect(() => {
    if (!leaving && notice.value === notHereYet) say(null);
  }, [leaving]);
  useEffect(() => {
    recordTitle.value = record?.id ?? `row ${page.row + 1}`;
    return () => {
      recordTitle.value = null;
    };
  }, [page.row, record?.id]);
  useEffect(() => {
    spoken.value = `Record ${record?.id ?? page.row + 1}${position === '' ? '' : `, ${position}`}`;
  }, [page.row, position]);
  const placeOf = useRef(address.value.path);
  placeOf.current = address.value.path;
  const digits = useRef({ text: '', at: 0 });
  const decision = judging.of('decision');
  const hidden = isHidden(judging.mine);
  const move = (row: number | null | undefined): void => {
    if (row == null) say('There is no further record.');
    else go(to(row));
  };
  const path = `/api/sources/${source.id}/records/${page.row}/neighbours`;
  const goOn = async (): Promise<void> => {
    const { pending, next } = await get<Neighbours>(path, withAnnotator(query));
    if (address.value.path === placeOf.current) move(pending ?? next);
  };
  const decide = (value: Decision): void => {
    const wasBlind = isBlind.value && decision?.decision == null;
    const saved = judging.save('decision', { decision: value });
    // What was kept back is asked for again once the decision is on the server's disk.
    if (page.hidden) {
      saved.then((outcome) => (outcome === 'saved' ? reload() : undefined)).catch(() => {});
      return;
    }
    // A blind judgement is followed by the truth; without it there is nothing more to see here. What is not saved is not
    // left behind either.
    if (!queue || wasBlind) return;
    saved
      .then((outcome) => (outcome === 'saved' ? goOn() : undefined))
      .catch((error: Error) => say(error.message));
  };
  /** The record that is being left is not judged: the next one was meant. */
  const here =
    <T,>(action: (given: T) => void) =>
    (given: T): void => {
      if (leaving) say(notHereYet);
      else action(given);
    };
  useKeys({
    j: () => move(places?.next),
    k: () => move(places?.previous),
    p: () => move(places?.pending),
    y: here(() => decide('yes')),
    m: here(() => decide('maybe')),
    n: here(() => decide('no')),
    u: () => judging.undo().catch((error: Error) => say(error.message)),
    b: () => setBlind(!blind.value),
    c: () => comment.current?.focus(),
    t: () => type.current?.focus(),
    digit: here((key) => {
      const now = performance.now();
      const text = now - digits.current.at < digitMs ? digits.current.text + key : key;
      digits.current = { text, at: now };
      const step = Number(text);
      if (step > (record?.steps.length ?? 0)) {
        say(`There is no step ${step}.`);
        digits.current.text = '';
        return;
      }
      void judging.save('decision', { first_error: step === 0 ? -1 : step - 1 });
      document.getElementById(`step-${step}`)?.scrollIntoView({ block: 'nearest' });
    }),
  });
  if (record === null) {
    return (
      <section class="broken-record">
        <div class="heading">
          <h1>Row {page.row + 1} is not a record</h1>
          <RecordNav places={places} onMove={move} />
        </div>
        <p class="failure">{page.broken?.reason}</p>
        <pre dir="auto">{page.broken?.raw}</pre>
      </section>
    );
  }
  const chosen = decision?.first_error ?? null;
  const shown = hidden ? [] : [...record.critiques, ...page.trials];
  return (
    <div class="split record" data-row={page.row} aria-busy={leaving}>
      <article aria-labelledby="record-title">
        <div class="heading">
          <h1 id="record-title" dir="auto">
            {record.id}
          </h1>
          {!hidden && (
            <span class={`label ${record.label === 'unknown' ? 'unknown' : record.label}`}>
              {record.label === 'error'
                ? `first error in ${stepName(record.errorSteps?.[0] ?? 0)}`
                : record.label === 'clean'
                  ? 'correct'
                  : 'no label'}
            </span>
          )}
          {hidden && <span class="label unknown">label hidden until judged</span>}
          <RecordNav places={places} onMove={move} />
        </div>
        <Solution
          record={record}
          hidden={hidden}
          chosen={chosen !== null && chosen >= 0 ? chosen : null}
          {...(readOnly
            ? {}
            : {
                onChoose: (step: number) =>
                  judging.save('decision', { first_error: chosen === step ? null : step }),
              })}
        />
        {shown.length > 0 && (
          <section class="critics" aria-labelledby="critics-title">
            <h2 id="critics-title">Critics</h2>
            <div class="side-by-side">
              {shown.map((critique, at) => (
                <Critique
                  key={`${critique.critic} ${at}`}
                  critique={critique}
                  mine={judging.of('critique', critique.critic)}
                  {...(readOnly || critique.original
                    ? {}
                    : {
                        onJudge: (judged: {
                          step_right: boolean | null;
                          explanation_right: boolean | null;
                        }) => judging.save('critique', { ...judged, critic: critique.critic }),
                      })}
                />
              ))}
            </div>
          </section>
        )}
      </article>
      <aside aria-label="Judgement and facts">
        {queue && places !== null && <QueueProgress places={places} />}
        {!readOnly && (
          <JudgePanel
            source={source.id}
            page={page}
            judging={judging}
            onDecide={here(decide)}
            comment={comment}
            type={type}
          />
        )}
        {!readOnly && <Guidelines />}
        {!hidden && record.review !== null && <Review review={record.review} />}
        {!hidden && record.injection !== null && <Injection injection={record.injection} />}
        {!hidden && !readOnly && (
          <Workbench key={page.row} source={source.id} page={page} judging={judging} onDone={reload} />
        )}
        {!hidden && <Facts source={source} page={page} />}
      </aside>
    </div>
  );
}

export function Record(props: { source: SourceFacts; row: number | null; queue: boolean }) {
  const { source, queue } = props;
  const query = withAnnotator(formatQuery(parseQuery(address.value.query)).toString());
  const who = annotator.value;
  const row = props.row ?? 0;
  const path = `/api/sources/${source.id}/records/${row}`;
  const live = liveOf(source.id);
  const onScreen = useRef<string | null>(null);
  const followed = useSameRecord(source.id, live?.replaced ?? 0, onScreen.current, (now) => {
    if (now === row) return;
    const text = formatQuery(parseQuery(address.value.query)).toString();
    const place = now === null ? 'records' : `${queue ? 'queue' : 'r'}/${now}`;
    go(`/s/${source.id}/${place}${text === '' ? '' : `?${text}`}`, true);
    if (now === null) say(`${source.name} was replaced: ${onScreen.current} is not in it any more.`);
  });
  const page = useLoaded(`${path} ${who} ${followed}`, async (): Promise<LoadedPage> => {
    const asked = Date.now();
    return { ...(await get<RecordPage>(path)), asked };
  });
  const places = useLoaded(
    `${path} ${query}`,
    () => get<Neighbours>(`${path}/neighbours`, query),
    // Also once a judgement is saved, of this tab or another one: it counts.
    `${versionOf(source.id)} ${filed.value.at(-1)?.operation.id}`,
  );
  onScreen.current = page.value?.recordId ?? null;
  // A queue that is opened without a record continues at the first one that is not judged; once, not after each judgement.
  const isBegun = useRef(false);
  useEffect(() => {
    if (props.row !== null) isBegun.current = false;
    if (props.row !== null || places.value === null || places.loading || isBegun.current) return;
    if (page.value === null) return;
    isBegun.current = true;
    const { place, pending } = places.value;
    if (place === null || places.value.judged > 0 || page.value.record === null) {
      const text = formatQuery(parseQuery(address.value.query)).toString();
      if (pending !== null) go(`/s/${source.id}/queue/${pending}${text === '' ? '' : `?${text}`}`, true);
    }
  }, [places.value, page.value]);
  if (page.error !== null) return <p class="failure">{page.error}</p>;
  if (page.value === null) return <Skeleton what="Loading the record" rows={12} />;
  if (queue && places.value?.matched === 0) {
    return (
      <p class="empty">
        No record passes the filters of this queue. <a href={`/s/${source.id}/queue`}>Judge all records</a>
      </p>
    );
  }
  return (
    <View
      source={source}
      page={page.value}
      places={places.value}
      queue={queue}
      leaving={page.value.row !== row}
      reload={() => {
        page.reload();
        places.reload();
      }}
    />
  );
}
