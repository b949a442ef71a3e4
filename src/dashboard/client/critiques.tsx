// The critiques of one record, side by side, and a person's judgement of each: is the step right, is the
// explanation right.
import type { Annotation } from '../../records/annotation.ts';
import { dash } from '../../report/format.ts';
import type { ShownCritique } from '../api-record.ts';
import { Text } from './passage.tsx';
import { stepName } from './words.ts';

function verdictOf({ status, firstError, errorSteps, protocol }: ShownCritique): string {
  if (status !== 'ok') return status === 'failed' ? 'the call failed' : 'the reply cannot be read';
  if (protocol === 'all_errors' && errorSteps !== null) {
    return errorSteps.length === 0 ? 'no error' : errorSteps.map(stepName).join(', ');
  }
  return firstError === null ? dash : firstError === -1 ? 'no error' : stepName(firstError);
}

function Choice(props: { title: string; value: boolean | null; onChange: (value: boolean | null) => void }) {
  const { title, value, onChange } = props;
  return (
    <fieldset class="choice plain" aria-label={title}>
      <span>{title}</span>
      {([true, false] as const).map((one) => (
        <button
          key={String(one)}
          type="button"
          aria-pressed={value === one}
          onClick={() => onChange(value === one ? null : one)}
        >
          {one ? 'right' : 'wrong'}
        </button>
      ))}
    </fieldset>
  );
}

export function Critique(props: {
  critique: ShownCritique;
  mine: Annotation | null;
  onJudge?: (judged: { step_right: boolean | null; explanation_right: boolean | null }) => void;
}) {
  const { critique, mine, onJudge } = props;
  const { critic, outcome, agreement, votes, explanations } = critique;
  const judged = { step_right: mine?.step_right ?? null, explanation_right: mine?.explanation_right ?? null };
  const tone = outcome === 'exact' || outcome === 'passed' ? 'right' : outcome === null ? 'plain' : 'wrong';
  return (
    <article class="critique" aria-label={critic}>
      <h3>{critic}</h3>
      <p class="said">
        <span class={`verdict ${critique.status === 'ok' ? tone : 'unreadable'}`}>{verdictOf(critique)}</span>
        {outcome !== null && <span class="outcome">{outcome}</span>}
        {votes.length > 1 && agreement !== null && (
          <span class="outcome">
            {Math.round(agreement * votes.length)} of {votes.length} votes
          </span>
        )}
        {critique.simulated && <span class="outcome">simulation</span>}
        {critique.proposal !== null && <span class="outcome">of the proposed injection</span>}
      </p>
      {explanations.map(({ step, passage }) => (
        <div key={step} class="explanation">
          <b>{stepName(step)}</b>
          <Text passage={passage} />
        </div>
      ))}
      {votes.length > 1 && (
        <p class="votes">
          {votes.map((vote, at) => (
            <span key={at}>
              {vote.status !== 'ok'
                ? '?'
                : vote.firstError === null
                  ? dash
                  : vote.firstError === -1
                    ? '∅'
                    : vote.firstError + 1}
            </span>
          ))}
        </p>
      )}
      {onJudge !== undefined && (
        <div class="judging">
          <Choice
            title="Step"
            value={judged.step_right}
            onChange={(step_right) => onJudge({ ...judged, step_right })}
          />
          <Choice
            title="Explanation"
            value={judged.explanation_right}
            onChange={(explanation_right) => onJudge({ ...judged, explanation_right })}
          />
        </div>
      )}
    </article>
  );
}
