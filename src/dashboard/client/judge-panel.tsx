// The judgement of one record: accept, maybe, reject; the first error; its type; a comment; and, for natural errors,
// what follows from it.
import type { RefObject } from 'preact';
import type { Decision } from '../../records/annotation.ts';
import { formatCount } from '../../report/format.ts';
import type { Conflict, RecordPage } from '../api-record.ts';
import { draftKey, useDraft, wordsKey } from './drafts.ts';
import { ErrorTypeOptions } from './error-type-options.tsx';
import type { Judging } from './judging.ts';
import { stepOf } from './judging-state.ts';
import { keyFor } from './key-map.ts';
import { statementText } from './save-state.tsx';
import { annotator } from './state.ts';
import { stepName } from './words.ts';

const choices: readonly (readonly [Decision, string, string])[] = [
  ['yes', 'Accept', 'y'],
  ['maybe', 'Maybe', 'm'],
  ['no', 'Reject', 'n'],
];

function StepSelect(props: {
  title: string;
  count: number;
  value: number | null;
  none: string;
  extra?: string;
  onChange: (step: number | null) => void;
}) {
  return (
    <label>
      {props.title}
      <select
        value={props.value === null ? '' : String(props.value)}
        onChange={(event) => {
          const { value } = event.currentTarget;
          props.onChange(value === '' ? null : Number(value));
        }}
      >
        <option value="">{props.none}</option>
        {props.extra !== undefined && <option value="-1">{props.extra}</option>}
        {Array.from({ length: props.count }, (_, at) => (
          <option key={at} value={String(at)}>
            {stepName(at)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface NaturalErrorDraft {
  readonly first: number | null;
  readonly words: string;
  readonly later: readonly number[];
}

function NaturalError({ judging, count, draft }: { judging: Judging; count: number; draft: string }) {
  const known = judging.of('natural_error');
  const saved: NaturalErrorDraft = {
    first: stepOf(known?.first_error, count),
    words: known?.comment ?? '',
    later: (known?.propagated_steps ?? []).filter((step) => step < count),
  };
  const [begun, setBegun] = useDraft<NaturalErrorDraft>(draft);
  const { first, words, later } = begun ?? saved;
  const change = (to: Partial<NaturalErrorDraft>): void => setBegun({ first, words, later, ...to });
  const save = async (): Promise<void> => {
    const steps = later.filter((at) => first !== null && at > first).sort((a, b) => a - b);
    const outcome = await judging.save('natural_error', {
      first_error: first,
      comment: words,
      propagated_steps: steps,
    });
    if (outcome === 'saved') setBegun(null);
  };
  const mark = begun !== null ? ' (begun)' : known === null ? '' : ' (saved)';
  return (
    <details class="more-judging" open={begun !== null}>
      <summary>Natural error in detail{mark}</summary>
      <StepSelect
        title="First wrong step"
        count={count}
        value={first}
        none="choose"
        extra="no error"
        onChange={(step) => change({ first: step })}
      />
      <label>
        What is wrong
        <textarea rows={3} value={words} onInput={(event) => change({ words: event.currentTarget.value })} />
      </label>
      <fieldset class="propagated">
        <legend>Steps wrong only because of it</legend>
        {Array.from({ length: count }, (_, at) => at)
          .filter((at) => first !== null && first >= 0 && at > first)
          .map((at) => (
            <label key={at}>
              <input
                type="checkbox"
                checked={later.includes(at)}
                onChange={() =>
                  change({ later: later.includes(at) ? later.filter((one) => one !== at) : [...later, at] })
                }
              />
              {at + 1}
            </label>
          ))}
      </fieldset>
      <button type="button" disabled={first === null} onClick={save}>
        Save natural error
      </button>
    </details>
  );
}

/** Versions of this record that another tab or browser could not file, because of what is filed. */
function TurnedDown({ conflicts }: { conflicts: readonly Conflict[] }) {
  if (conflicts.length === 0) return null;
  return (
    <ul class="others-said" aria-label="Versions in conflict">
      {conflicts.map(({ filed, refused }) => (
        <li key={refused.operation} class="conflict">
          {refused.by ?? refused.annotator} tried to save: {statementText(refused)}. Saved before:{' '}
          {statementText(filed)}. The tab that tried to save it decides which one is kept.
        </li>
      ))}
    </ul>
  );
}

export function JudgePanel(props: {
  source: string;
  page: RecordPage;
  judging: Judging;
  /** As the keys do. */
  onDecide: (value: Decision) => void;
  comment: RefObject<HTMLTextAreaElement | null>;
  type: RefObject<HTMLSelectElement | null>;
}) {
  const { page, judging } = props;
  const decision = judging.of('decision');
  const count = page.record?.steps.length ?? 0;
  const draft = draftKey(props.source, page);
  const [words, setWords] = useDraft<string>(`${wordsKey(props.source, page)} comment`);
  const others = judging.now.annotations.filter((one) => one.annotator !== annotator.value);
  const stale = judging.now.annotations.some((one) => one.stale && one.annotator === decision?.annotator);
  return (
    <section class="panel judge" aria-labelledby="judge-title">
      <h2 id="judge-title">My judgement</h2>
      {page.twins > 0 && (
        <p class="warning">
          {page.twins === 1 ? 'Another record has' : `${formatCount(page.twins)} other records have`} this id:
          a judgement counts for all of them. To judge them separately, give each its own id.
        </p>
      )}
      {stale && (
        <p class="warning">
          {page.twins > 0
            ? 'This was said of another record with this id, or before the record changed.'
            : 'The record has changed since this was said.'}
        </p>
      )}
      <fieldset class="decide plain" aria-label="Decision">
        {choices.map(([value, title, key]) => (
          <button
            key={value}
            type="button"
            class={value}
            aria-pressed={decision?.decision === value}
            onClick={({ detail }) => {
              // The second press of a double click would be about the next record.
              if (detail > 1) return;
              if (decision?.decision === value) void judging.save('decision', { decision: null });
              else props.onDecide(value);
            }}
          >
            {title} <kbd>{keyFor(key)}</kbd>
          </button>
        ))}
      </fieldset>
      <div class="fields">
        <StepSelect
          title="First error"
          count={count}
          value={stepOf(decision?.first_error, count)}
          none="not stated"
          extra="none, it is correct"
          onChange={(first_error) => judging.save('decision', { first_error })}
        />
        <label>
          Type
          <select
            ref={props.type}
            value={decision?.error_type ?? ''}
            onChange={(event) => {
              void judging.save('decision', { error_type: event.currentTarget.value || null });
              event.currentTarget.blur();
            }}
          >
            <ErrorTypeOptions none="not stated" />
          </select>
        </label>
        <label class="wide">
          Comment
          <textarea
            ref={props.comment}
            rows={2}
            value={words ?? decision?.comment ?? ''}
            onInput={(event) => setWords(event.currentTarget.value)}
            onBlur={() => {
              if (words === null) return;
              // The operation has the words from here on.
              judging.save('decision', { comment: words }).then(
                () => setWords(null),
                () => {},
              );
            }}
          />
        </label>
      </div>
      <NaturalError key={page.row} judging={judging} count={count} draft={`${draft} natural error`} />
      <TurnedDown conflicts={judging.now.conflicts} />
      {others.length > 0 && (
        <p class="note">Also judged by {[...new Set(others.map((one) => one.annotator))].join(', ')}.</p>
      )}
    </section>
  );
}
