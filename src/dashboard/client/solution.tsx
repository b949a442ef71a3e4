// The problem and the steps of a record: where the error is, what an injection changed, which steps critics name.

import { Fragment } from 'preact';
import { dash } from '../../report/format.ts';
import type { ShownCritique, ShownRecord, ShownStep } from '../api-record.ts';
import { Text } from './passage.tsx';
import { diffView } from './state.ts';
import { Change, DiffSwitch, LeftOut, OriginalSteps } from './step-change.tsx';
import { notesOf, StepNotes } from './step-notes.tsx';
import { shortCritic, stepName } from './words.ts';

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

interface Marks {
  readonly step: ShownStep;
  readonly isError: boolean;
  readonly isFirst: boolean;
  readonly isChosen: boolean;
  /** Out of sight: what an injection did, and which critics name it. */
  readonly hidden: boolean;
  readonly critics: readonly string[];
}

function StepMarks({ step, isError, isFirst, isChosen, hidden, critics }: Marks) {
  const isCarried = !hidden && step.change !== null && !isError;
  if (!isError && !isCarried && !isChosen && critics.length === 0) return null;
  return (
    <div class="marks">
      {isError && <span class="mark error">{isFirst ? 'first error' : 'error'}</span>}
      {isCarried && <span class="mark">{step.change === 'added' ? 'added with it' : 'changed with it'}</span>}
      {isChosen && <span class="mark mine">my first error</span>}
      {critics.map((critic) => (
        <span key={critic} class="mark critic" title={critic}>
          {shortCritic(critic)}
        </span>
      ))}
    </div>
  );
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
  const notes = hidden ? new Map() : notesOf(record);
  const compared = !hidden && record.original !== null;
  const isOriginal = compared && diffView.value === 'original';
  return (
    <>
      <section class="problem" aria-label="Problem">
        <Text passage={record.problem} />
      </section>
      {compared && <DiffSwitch />}
      {isOriginal && <OriginalSteps record={record} />}
      <ol class="steps" aria-label="Steps of the solution" hidden={isOriginal}>
        {record.steps.map((step) => {
          const isError = !hidden && (record.errorSteps ?? []).includes(step.index);
          const isFirst = step.index === first;
          const isChosen = chosen === step.index;
          const kinds = [
            'step',
            isError ? (isFirst ? 'error first' : 'error') : '',
            isChosen ? 'chosen' : '',
            compared && step.change !== null && !isError ? 'carried' : '',
          ];
          return (
            <Fragment key={step.index}>
              {compared && <LeftOut record={record} places={step.leftOut} />}
              <li id={`step-${step.index + 1}`} class={kinds.join(' ')}>
                {onChoose === undefined ? (
                  <span class="numeral">{step.index + 1}</span>
                ) : (
                  <button
                    type="button"
                    class="numeral"
                    aria-label={`The first error is in ${stepName(step.index)}`}
                    aria-pressed={isChosen}
                    onClick={() => onChoose(step.index)}
                  >
                    {step.index + 1}
                  </button>
                )}
                <div class="body">
                  <StepMarks
                    {...{ step, isError, isFirst, isChosen, hidden }}
                    critics={flags.get(step.index) ?? []}
                  />
                  {hidden ? <Text passage={step.passage} /> : <Change step={step} record={record} />}
                  <StepNotes notes={notes.get(step.index) ?? []} />
                </div>
              </li>
            </Fragment>
          );
        })}
        {compared && <LeftOut record={record} places={record.leftOut} />}
      </ol>
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
