// The critiques of one record, side by side, and a person's judgement of each: is the step right, is the
// explanation right.
import type { Annotation } from '../../records/annotation.ts';
import { dash } from '../../report/format.ts';
import type { ShownCritique, ShownVote } from '../api-record.ts';
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

function voteName({ status, firstError }: ShownVote): string {
  if (status !== 'ok') return 'unreadable';
  return firstError === null ? dash : firstError === -1 ? 'no error' : stepName(firstError);
}

/** Each vote, with its reply where it was kept. */
function Votes({ votes }: { votes: readonly ShownVote[] }) {
  return (
    <ol class="votes" aria-label="Votes">
      {votes.map((vote, at) => (
        <li key={at}>
          {vote.reply === null ? (
            <span class="vote">{voteName(vote)}</span>
          ) : (
            <details>
              <summary class="vote">{voteName(vote)}</summary>
              <Text passage={vote.reply} />
            </details>
          )}
        </li>
      ))}
    </ol>
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
        {critique.original && <span class="outcome">of the original solution</span>}
        {critique.proposal !== null && <span class="outcome">of the proposed injection</span>}
      </p>
      {explanations.length > 0 && (
        <details class="explained">
          <summary>
            {explanations.length === 1 ? 'Explanation' : `${explanations.length} explanations`}, also next to{' '}
            {explanations.map(({ step }) => stepName(step)).join(', ')}
          </summary>
          {explanations.map(({ step, passage }) => (
            <div key={step} class="explanation">
              <b>{stepName(step)}</b>
              <Text passage={passage} />
            </div>
          ))}
        </details>
      )}
      {(votes.length > 1 || votes.some(({ reply }) => reply !== null)) && <Votes votes={votes} />}
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
