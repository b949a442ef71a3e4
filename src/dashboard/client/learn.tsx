// Learning mode: find the first error of a solution, with hints where they are wanted, then see where it is, why, and what
// critics said. All by keyboard, or by pointer.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatCount } from '../../report/format.ts';
import type { SourceFacts } from '../api.ts';
import type { AnswerRequest, ExercisePage, Hint, ProgressPage, Solved } from '../api-teach.ts';
import { get, post } from './api-client.ts';
import { Critique } from './critiques.tsx';
import { useKeys } from './keys.ts';
import { Injection } from './record-panels.tsx';
import { Solution } from './solution.tsx';
import { address, go, say } from './state.ts';
import { useLoaded } from './use-loaded.ts';
import { stepName } from './words.ts';

/** Digits that follow each other this fast are one step number. */
const digitMs = 700;
const noError = -1;

export const learnKeys: readonly (readonly [keys: string, meaning: string])[] = [
  ['1 … 9', 'choose the step with the first error (two digits in a row for 10 and up)'],
  ['0', 'choose "no error"'],
  ['↑  ↓', 'choose the step before or after'],
  ['h', 'hint: fewer steps'],
  ['Enter', 'give the answer; after that, the next exercise'],
  ['j  k', 'next exercise, previous exercise'],
  ['r', 'results'],
  ['?', 'this list'],
];

const choiceName = (choice: number): string => (choice === noError ? 'no error' : stepName(choice));

/** Enter on a button or a link presses that, as everywhere. */
function useEnter(action: () => void): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.key !== 'Enter' || event.repeat || document.querySelector('dialog[open]') !== null) return;
      if (target instanceof Element && target.closest('button, a, input, select, summary') !== null) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}

function outcomeText({ answer }: Solved): string {
  const { choice, truth, hints } = answer;
  const used = hints === 0 ? '' : ` (with ${hints} ${hints === 1 ? 'hint' : 'hints'})`;
  if (choice === truth) {
    return truth === noError
      ? `Right${used}: the solution has no error.`
      : `Right${used}: the first error is in ${stepName(truth)}.`;
  }
  const where = truth === noError ? 'the solution has no error' : `the first error is in ${stepName(truth)}`;
  return `Not right${used}: you said ${choiceName(choice)}, but ${where}.`;
}

function Answered({ solved }: { solved: Solved }) {
  const { record } = solved;
  return (
    <>
      <p class="learn-outcome" role="status">
        {outcomeText(solved)}
      </p>
      {record.injection !== null && <Injection injection={record.injection} />}
      {record.critiques.length > 0 && (
        <section class="critics" aria-labelledby="critics-title">
          <h2 id="critics-title">What critics said</h2>
          <div class="side-by-side">
            {record.critiques.map((critique, at) => (
              <Critique key={`${critique.critic} ${at}`} critique={critique} mine={null} />
            ))}
          </div>
        </section>
      )}
    </>
  );
}

function Exercise(props: { source: SourceFacts; page: ExercisePage; reload: () => void }) {
  const { source, page, reload } = props;
  const { place, total, record, solved } = page;
  const path = `/api/sources/${source.id}/exercises/${place}`;
  const [choice, setChoice] = useState<number | null>(solved?.answer.choice ?? null);
  const [hints, setHints] = useState<readonly Hint[]>([]);
  const digits = useRef({ text: '', at: 0 });
  const busy = useRef(false);
  const hint = hints.at(-1);
  const choose = (step: number): void => {
    if (solved !== null) return;
    latest.current = step;
    setChoice(step);
    if (step >= 0) document.getElementById(`step-${step + 1}`)?.scrollIntoView({ block: 'nearest' });
  };
  /** From the one chosen last, also where a key comes before that is on screen. */
  const latest = useRef(choice);
  const step = (by: number, none: number): void => {
    const to = (latest.current ?? none) + by;
    choose(Math.max(noError, Math.min(record.steps.length - 1, to)));
  };
  const fail = (error: Error): void => say(error.message);
  /** One request at a time: a key that is held down asks once. */
  const once = (work: () => Promise<void>): void => {
    if (busy.current) return;
    busy.current = true;
    work()
      .catch(fail)
      .finally(() => {
        busy.current = false;
      });
  };
  const move = (to: number): void => {
    if (to < 0 || to >= total) say('There is no further exercise.');
    else go(`/s/${source.id}/learn/${to}`);
  };
  const ask = (): void => {
    if (solved !== null) return;
    if (hints.length >= page.hints) say('There are no more hints.');
    else
      once(async () => {
        const next = await get<Hint>(`${path}/hints/${hints.length}`);
        setHints([...hints, next]);
      });
  };
  const enter = (): void => {
    if (solved !== null) move(place + 1);
    else if (choice === null) say('Choose a step first, or 0 for no error.');
    else
      once(async () => {
        const request: AnswerRequest = { choice, hints: hints.length };
        await post<Solved>(`${path}/answer`, request);
        reload();
      });
  };
  useEnter(enter);
  useKeys({
    j: () => move(place + 1),
    k: () => move(place - 1),
    h: ask,
    r: () => go(`/s/${source.id}/results`),
    ArrowDown: () => step(1, noError),
    ArrowUp: () => step(-1, 0),
    digit: (key) => {
      const now = performance.now();
      const text = now - digits.current.at < digitMs ? digits.current.text + key : key;
      digits.current = { text, at: now };
      if (Number(text) <= record.steps.length) choose(Number(text) - 1);
      else {
        say(`There is no step ${text}.`);
        digits.current.text = '';
      }
    },
  });
  return (
    <article class="exercise" data-place={place} aria-labelledby="exercise-title">
      <div class="heading">
        <h1 id="exercise-title">
          Exercise {formatCount(place + 1)} of {formatCount(total)}
        </h1>
        <nav class="steps-nav" aria-label="Exercises">
          <button type="button" disabled={place === 0} onClick={() => move(place - 1)}>
            Previous <kbd>k</kbd>
          </button>
          <button type="button" disabled={place + 1 >= total} onClick={() => move(place + 1)}>
            Next <kbd>j</kbd>
          </button>
        </nav>
      </div>
      <p>Which step has the first error? Press its number, or 0 if the solution is correct.</p>
      <Solution
        record={solved?.record ?? record}
        hidden={solved === null}
        chosen={choice !== null && choice >= 0 ? choice : null}
        {...(solved === null ? { onChoose: choose } : {})}
      />
      {solved === null ? (
        <>
          <div class="learn-answer">
            <button type="button" aria-pressed={choice === noError} onClick={() => choose(noError)}>
              No error <kbd>0</kbd>
            </button>
            <button type="button" disabled={hints.length >= page.hints} onClick={ask}>
              Hint <kbd>h</kbd>
            </button>
            <button type="button" disabled={choice === null} onClick={enter}>
              Answer <kbd>Enter</kbd>
            </button>
            <span role="status">{choice === null ? '' : `Chosen: ${choiceName(choice)}`}</span>
          </div>
          <p class="learn-hint" role="status">
            {hint !== undefined &&
              `Hint ${hints.length} of ${page.hints}: if there is an error, the first one is in steps ${hint.from + 1} to ${hint.to + 1}.`}
          </p>
        </>
      ) : (
        <>
          <Answered solved={solved} />
          <div class="learn-answer">
            <button type="button" disabled={place + 1 >= total} onClick={enter}>
              Next exercise <kbd>Enter</kbd>
            </button>
            <a class="button" href={`/s/${source.id}/results`}>
              Results <kbd>r</kbd>
            </a>
          </div>
        </>
      )}
    </article>
  );
}

/** Without a place: the first exercise that has no answer. */
export function Learn({ source, place }: { source: SourceFacts; place: number | null }) {
  const base = `/api/sources/${source.id}/exercises`;
  const path = place === null ? base : `${base}/${place}`;
  const page = useLoaded(path, async (): Promise<{ exercise: ExercisePage | null; next: number }> => {
    if (place !== null) return { exercise: await get<ExercisePage>(path), next: place };
    const { total, next } = await get<ProgressPage>(base);
    return { exercise: null, next: total === 0 ? -1 : (next ?? 0) };
  });
  const next = page.value?.next;
  useEffect(() => {
    if (place === null && !page.loading && next !== undefined && next >= 0) {
      go(`/s/${source.id}/learn/${next}`, true);
    }
  }, [address.value.path, page.loading, next]);
  if (page.error !== null) return <p class="failure">{page.error}</p>;
  if (next === -1)
    return <p class="empty">There is no record with a label here, so there are no exercises.</p>;
  const exercise = page.value?.exercise ?? null;
  if (exercise === null || page.loading) return <p class="empty">Loading…</p>;
  const state = exercise.solved === null ? 'open' : 'solved';
  return <Exercise key={`${exercise.place} ${state}`} source={source} page={exercise} reload={page.reload} />;
}
