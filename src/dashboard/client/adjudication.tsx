// A record that people judge differently, and the decision that settles it: one of theirs, or another one, filed under the
// name `adjudicated` with the name of who settled it.
import { useState } from 'preact/hooks';
import type { Decision } from '../../records/annotation.ts';
import type { SourceFacts } from '../api.ts';
import type { AgreementPage } from '../api-analysis.ts';
import { newOperation } from './judging.ts';
import { enqueue } from './queue/browser-queue.ts';
import { statementText } from './save-state.tsx';
import { say, session } from './state.ts';

type Disputed = AgreementPage['disputes'][number];
const decisions: readonly Decision[] = ['yes', 'maybe', 'no'];

interface Verdict {
  readonly decision: string | null;
  readonly firstError: number | null;
}

const text = ({ decision, firstError }: Verdict): string =>
  statementText({ decision: decision as Decision | null, first_error: firstError });

function Otherwise({ steps, onSettle }: { steps: number; onSettle: (verdict: Verdict) => void }) {
  const [decision, setDecision] = useState<string>('');
  const [step, setStep] = useState('');
  const firstError = step === '' ? null : Number(step) - 1;
  const isStep =
    firstError === null || (Number.isInteger(firstError) && firstError >= -1 && firstError < steps);
  return (
    <details>
      <summary>Settle otherwise</summary>
      <label>
        Decision{' '}
        <select value={decision} onChange={(event) => setDecision(event.currentTarget.value)}>
          <option value="">choose</option>
          {decisions.map((one) => (
            <option key={one} value={one}>
              {statementText({ decision: one })}
            </option>
          ))}
        </select>
      </label>{' '}
      <label>
        First error (step 1 to {steps}, 0 = none){' '}
        <input
          type="number"
          min={0}
          max={steps}
          aria-invalid={!isStep}
          value={step}
          onInput={(event) => setStep(event.currentTarget.value)}
          size={4}
        />
      </label>{' '}
      <button
        type="button"
        disabled={decision === '' || !isStep}
        onClick={() => onSettle({ decision, firstError })}
      >
        Settle
      </button>
    </details>
  );
}

export function Dispute(props: { source: SourceFacts; dispute: Disputed; onSettled: () => void }) {
  const { source, dispute, onSettled } = props;
  const { row, settled, id, hash } = dispute;
  const mayJudge = row !== null && session.value?.readOnly === false;
  const settle = async ({ decision, firstError }: Verdict): Promise<void> => {
    const operation = newOperation({
      source: source.id,
      source_key: source.key,
      row: row ?? 0,
      record_id: id,
      ...(hash === null ? {} : { record_hash: hash }),
      annotator: 'adjudicated',
      kind: 'decision',
      decision: decision as Decision | null,
      first_error: firstError,
      // Whoever settles a dispute sees what the others said.
      blind: false,
      based_on: settled?.version ?? null,
    });
    if ((await enqueue(operation)) === 'saved') onSettled();
  };
  const onSettle = (verdict: Verdict): void => {
    settle(verdict).catch((error: Error) => say(`Not saved: ${error.message}`));
  };
  return (
    <li>
      {row === null ? <b>{dispute.recordId}</b> : <a href={`/s/${source.id}/r/${row}`}>{dispute.recordId}</a>}
      {settled !== null && (
        <span class="mine accepted">
          settled: {text(settled)}
          {settled.by === null ? '' : ` (by ${settled.by})`}
        </span>
      )}
      <ul>
        {dispute.said.map((one) => (
          <li key={one.annotator}>
            {one.annotator}: {text(one)}{' '}
            {mayJudge && (
              <button type="button" onClick={() => onSettle(one)}>
                Settle so<span class="sr"> as {one.annotator} says</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {mayJudge && <Otherwise steps={dispute.steps ?? 0} onSettle={onSettle} />}
    </li>
  );
}
