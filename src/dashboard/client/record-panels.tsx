// The panels beside a record: its injection with the gate, and where it comes from.

import type { SourceFacts } from '../api.ts';
import type { RecordPage, ShownInjection, ShownReview } from '../api-record.ts';
import { isSite } from './api-client.ts';
import { Text } from './passage.tsx';
import { labelName, stepName } from './words.ts';

export function Difficulty({ injection: { difficulty } }: { injection: ShownInjection }) {
  if (difficulty === undefined) return null;
  const { found, valid } = difficulty;
  return (
    <p class="note">
      {found} of {valid} readable votes of blind critics name the step.
    </p>
  );
}

export function Injection({ injection }: { injection: ShownInjection }) {
  const { status, mode, errorStep, errorType, explanation, gate } = injection;
  return (
    <section class="panel" aria-labelledby="injection-title">
      <h2 id="injection-title">Injection: {status ?? 'requested'}</h2>
      <p class="note">
        {[
          mode,
          errorType?.replaceAll('_', ' '),
          errorStep === null ? null : stepName(errorStep),
          injection.model,
        ]
          .filter((part) => part != null)
          .join(' · ')}
        {injection.simulated && ' · simulation'}
      </p>
      {injection.comment !== null && <p class="quote">{injection.comment}</p>}
      {explanation !== null && errorStep === null && <Text passage={explanation} />}
      <Difficulty injection={injection} />
      {gate.length > 0 && (
        <details>
          <summary>
            Gate: {gate.filter(({ ok }) => ok).length} of {gate.length} checks passed
          </summary>
          <ul class="gate">
            {gate.map(({ check, ok, detail }) => (
              <li key={check} class={ok ? 'ok' : ''}>
                <b>{check}</b> {ok ? 'passed' : (detail ?? 'failed')}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

const parameter = (name: string, { value, low, high }: NonNullable<ShownReview['difficulty']>): string =>
  `${name} ${value.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;

/** Why the record is to be looked at. */
export function Review({ review }: { review: ShownReview }) {
  const { rank, reasons, suggested, difficulty, discrimination } = review;
  const parameters = [
    ...(difficulty === null ? [] : [parameter('difficulty', difficulty)]),
    ...(discrimination === null ? [] : [parameter('discrimination', discrimination)]),
  ];
  return (
    <section class="panel review" aria-labelledby="review-title">
      <h2 id="review-title">For review: number {rank}</h2>
      {reasons.length === 0 && <p class="note">Nothing speaks against the label.</p>}
      <ul class="reasons">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {reasons.length > 0 && suggested !== null && (
        <p class="note">Critics would have: {labelName(suggested)}.</p>
      )}
      {parameters.length > 0 && <p class="note">{parameters.join(' · ')}</p>}
    </section>
  );
}

export function Facts({ source, page }: { source: SourceFacts; page: RecordPage }) {
  const { record } = page;
  if (record === null) return null;
  return (
    <section class="panel" aria-labelledby="facts-title">
      <h2 id="facts-title">Record</h2>
      <dl class="facts">
        {record.facts.map(([name, value]) => (
          <>
            <dt key={name}>{name}</dt>
            <dd dir="auto">{value}</dd>
          </>
        ))}
        <dt>hash</dt>
        <dd>{record.hash}</dd>
      </dl>
      {record.provenance.length > 0 && (
        <details>
          <summary>Provenance</summary>
          <ul class="provenance">
            {record.provenance.map(({ stage, version, key }) => (
              <li key={`${stage} ${key}`}>
                <b>{stage}</b> {version} <code>{key.slice(0, 12)}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
      {!isSite && (
        <p>
          <a href={`/api/sources/${source.id}/records/${page.row}/raw`} target="_blank" rel="noreferrer">
            JSON as it is
          </a>
        </p>
      )}
    </section>
  );
}
