// The judgement of one record: accept, maybe, reject; the first error; its type; a comment; and, for natural errors,
// what follows from it.
import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import type { Decision } from '../../records/annotation.ts';
import type { RecordPage } from '../api-record.ts';
import type { Judging } from './judging.ts';
import { session } from './state.ts';
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

function NaturalError({ judging, count }: { judging: Judging; count: number }) {
  const known = judging.of('natural_error');
  const [first, setFirst] = useState<number | null>(known?.first_error ?? null);
  const [words, setWords] = useState(known?.comment ?? '');
  const [later, setLater] = useState<readonly number[]>(known?.propagated_steps ?? []);
  return (
    <details class="more-judging">
      <summary>Natural error in detail{known === null ? '' : ' (saved)'}</summary>
      <StepSelect
        title="First wrong step"
        count={count}
        value={first}
        none="choose"
        extra="no error"
        onChange={setFirst}
      />
      <label>
        What is wrong
        <textarea rows={3} value={words} onInput={(event) => setWords(event.currentTarget.value)} />
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
                  setLater(later.includes(at) ? later.filter((one) => one !== at) : [...later, at])
                }
              />
              {at + 1}
            </label>
          ))}
      </fieldset>
      <button
        type="button"
        disabled={first === null}
        onClick={() =>
          judging.save('natural_error', {
            first_error: first,
            comment: words,
            propagated_steps: later.filter((at) => first !== null && at > first).sort((a, b) => a - b),
          })
        }
      >
        Save natural error
      </button>
    </details>
  );
}

export function JudgePanel(props: {
  page: RecordPage;
  judging: Judging;
  comment: RefObject<HTMLTextAreaElement | null>;
  type: RefObject<HTMLSelectElement | null>;
}) {
  const { page, judging } = props;
  const decision = judging.of('decision');
  const count = page.record?.steps.length ?? 0;
  const others = page.annotations.filter(
    (one) => !judging.mine.some((mine) => mine.annotator === one.annotator),
  );
  const stale = page.annotations.some((one) => one.stale && one.annotator === decision?.annotator);
  return (
    <section class="panel judge" aria-labelledby="judge-title">
      <h2 id="judge-title">My judgement</h2>
      {stale && <p class="warning">The record has changed since this was said.</p>}
      <fieldset class="decide plain" aria-label="Decision">
        {choices.map(([value, title, key]) => (
          <button
            key={value}
            type="button"
            class={value}
            aria-pressed={decision?.decision === value}
            onClick={() =>
              judging.save('decision', { decision: decision?.decision === value ? null : value })
            }
          >
            {title} <kbd>{key}</kbd>
          </button>
        ))}
      </fieldset>
      <div class="fields">
        <StepSelect
          title="First error"
          count={count}
          value={decision?.first_error ?? null}
          none="not said"
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
            <option value="">not said</option>
            {session.value?.errorTypes.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label class="wide">
          Comment
          <textarea
            ref={props.comment}
            rows={2}
            value={decision?.comment ?? ''}
            onChange={(event) => judging.save('decision', { comment: event.currentTarget.value })}
          />
        </label>
      </div>
      <NaturalError key={page.row} judging={judging} count={count} />
      {others.length > 0 && (
        <p class="note">Also judged by {[...new Set(others.map((one) => one.annotator))].join(', ')}.</p>
      )}
    </section>
  );
}
