// The problem and the steps of a record: where the error is, what an injection changed, which steps critics name.

import { useState } from 'preact/hooks';
import { dash } from '../../report/format.ts';
import type { ShownCritique, ShownRecord, ShownStep } from '../api-record.ts';
import { Diff, Text } from './passage.tsx';
import { shortCritic, stepName } from './words.ts';

type View = 'changed' | 'original' | 'words';

function Changed({ step }: { step: ShownStep }) {
  const [view, setView] = useState<View>('words');
  const views: readonly (readonly [View, string])[] = [
    ['words', 'word by word'],
    ['changed', 'as it is'],
    ['original', 'original'],
  ];
  return (
    <>
      <fieldset class="views plain" aria-label={`How to show ${stepName(step.index)}`}>
        {views
          .filter(([id]) => id !== 'words' || step.diff !== null)
          .map(([id, title]) => (
            <button key={id} type="button" aria-pressed={view === id} onClick={() => setView(id)}>
              {title}
            </button>
          ))}
      </fieldset>
      {view === 'words' && step.diff !== null ? (
        <Diff parts={step.diff} />
      ) : (
        <Text passage={view === 'original' && step.original !== null ? step.original : step.passage} />
      )}
    </>
  );
}

export function flagsOf(critiques: readonly ShownCritique[]): ReadonlyMap<number, readonly string[]> {
  const byStep = new Map<number, string[]>();
  for (const { critic, status, firstError, errorSteps, protocol } of critiques) {
    if (status !== 'ok') continue;
    const steps =
      protocol === 'all_errors' && errorSteps !== null ? errorSteps : firstError === null ? [] : [firstError];
    for (const step of steps) if (step >= 0) byStep.set(step, [...(byStep.get(step) ?? []), critic]);
  }
  return byStep;
}

export function Solution(props: {
  record: ShownRecord;
  /** Label and critics stay out of sight. */
  hidden: boolean;
  /** The step that a person chose as the first error. */
  chosen: number | null;
  onChoose?: (step: number) => void;
}) {
  const { record, hidden, chosen, onChoose } = props;
  const flags = hidden ? new Map<number, string[]>() : flagsOf(record.critiques);
  const first = record.errorSteps?.[0] ?? null;
  return (
    <>
      <section class="problem" aria-label="Problem">
        <Text passage={record.problem} />
      </section>
      <ol class="steps" aria-label="Steps of the solution">
        {record.steps.map((step) => {
          const isError = !hidden && (record.errorSteps ?? []).includes(step.index);
          const named = flags.get(step.index) ?? [];
          const kinds = [
            'step',
            isError ? (step.index === first ? 'error first' : 'error') : '',
            chosen === step.index ? 'chosen' : '',
            !hidden && step.original !== null && !isError ? 'carried' : '',
          ];
          return (
            <li key={step.index} id={`step-${step.index + 1}`} class={kinds.join(' ')}>
              {onChoose === undefined ? (
                <span class="numeral">{step.index + 1}</span>
              ) : (
                <button
                  type="button"
                  class="numeral"
                  aria-label={`The first error is in ${stepName(step.index)}`}
                  aria-pressed={chosen === step.index}
                  onClick={() => onChoose(step.index)}
                >
                  {step.index + 1}
                </button>
              )}
              <div class="body">
                {(isError ||
                  named.length > 0 ||
                  (!hidden && step.original !== null) ||
                  chosen === step.index) && (
                  <div class="marks">
                    {isError && (
                      <span class="mark error">{step.index === first ? 'first error' : 'error'}</span>
                    )}
                    {!hidden && step.original !== null && !isError && (
                      <span class="mark">changed with it</span>
                    )}
                    {chosen === step.index && <span class="mark mine">my first error</span>}
                    {named.map((critic) => (
                      <span key={critic} class="mark critic" title={critic}>
                        {shortCritic(critic)}
                      </span>
                    ))}
                  </div>
                )}
                {!hidden && step.original !== null ? (
                  <Changed step={step} />
                ) : (
                  <Text passage={step.passage} />
                )}
              </div>
            </li>
          );
        })}
      </ol>
      {!hidden && record.stepsLeft > 0 && (
        <p class="note">The original solution has {record.stepsLeft} more steps.</p>
      )}
      <dl class="answers">
        <dt>Answer of this solution</dt>
        <dd dir="auto">{record.finalAnswer ?? dash}</dd>
        {!hidden && (
          <>
            <dt>Reference answer</dt>
            <dd dir="auto">{record.answer ?? dash}</dd>
          </>
        )}
      </dl>
    </>
  );
}
