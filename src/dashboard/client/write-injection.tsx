// An injection written without a model: the steps from one on, the answer that they reach, the type of the error and what
// is wrong. The gate judges exactly these steps; what it turns down stays here, with the reasons, and is not kept.
import { useState } from 'preact/hooks';
import type { RecordPage, ShownCheck, SolutionText, WrittenOutcome } from '../api-record.ts';
import { get, post } from './api-client.ts';
import { draftKey, useDraft } from './drafts.ts';
import { ErrorTypeOptions } from './error-type-options.tsx';
import { FailedChecks } from './failed-checks.tsx';
import { annotator, say } from './state.ts';
import { StepFields } from './step-fields.tsx';
import { stepName } from './words.ts';
import { useWorking } from './working.ts';

interface Draft {
  readonly step: number;
  readonly texts: readonly string[];
  readonly answer: string;
  readonly type: string;
  readonly explanation: string;
}

export function WriteInjection(props: { source: string; page: RecordPage; onDone: () => void }) {
  const { source, page, onDone } = props;
  const [draft, setDraft] = useDraft<Draft>(`${draftKey(source, page)} written`);
  const [failed, setFailed] = useState<readonly ShownCheck[]>([]);
  const working = useWorking(onDone);
  const opening = useWorking(() => {});
  if (draft === null) {
    const begin = async (): Promise<void> => {
      const place = new URLSearchParams({
        source,
        row: String(page.row),
        ...(page.record === null ? {} : { record_hash: page.record.hash }),
      });
      const { steps, finalAnswer } = await get<SolutionText>('/api/workbench/solution', place);
      const step = Math.floor((steps.length * 2) / 3);
      setDraft({ step, texts: steps, answer: finalAnswer ?? '', type: '', explanation: '' });
    };
    return (
      <button type="button" disabled={opening.what !== null} onClick={() => opening.run('open', begin)}>
        Write the injection yourself
      </button>
    );
  }
  const { step, texts, answer, type, explanation } = draft;
  const change = (part: Partial<Draft>): void => setDraft({ ...draft, ...part });
  const save = async (): Promise<void> => {
    const outcome = await post<WrittenOutcome>('/api/workbench/write', {
      source,
      row: page.row,
      record_hash: page.record?.hash,
      annotator: annotator.value,
      step,
      steps: texts.slice(step),
      final_answer: answer,
      error_type: type,
      explanation,
    });
    if ('failed' in outcome) {
      setFailed(outcome.failed);
      return;
    }
    setFailed([]);
    setDraft(null);
    say('The gate accepts your injection. It is saved.');
  };
  return (
    <section class="written" aria-labelledby="written-title">
      <h3 id="written-title">Your injection</h3>
      <div class="fields">
        <label>
          Step with the error
          <select value={step} onChange={(event) => change({ step: Number(event.currentTarget.value) })}>
            {(page.record?.steps ?? []).map(({ index }) => (
              <option key={index} value={index}>
                {stepName(index)}
              </option>
            ))}
          </select>
        </label>
        <label>
          Type of error
          <select value={type} onChange={(event) => change({ type: event.currentTarget.value })}>
            <ErrorTypeOptions none="choose one" />
          </select>
        </label>
      </div>
      <p class="note">The steps before it stay as they are; those after it follow from the error.</p>
      <div role="alert">
        {failed.length > 0 && <p class="failure">The gate rejects these steps. Nothing was saved.</p>}
        <FailedChecks checks={failed} />
      </div>
      <StepFields texts={texts} from={step} onChange={(changed) => change({ texts: changed })} />
      <div class="actions">
        <button type="button" onClick={() => change({ texts: [...texts, ''] })}>
          Add a step
        </button>
        <button
          type="button"
          disabled={texts.length <= step + 1}
          onClick={() => change({ texts: texts.slice(0, -1) })}
        >
          Remove the last step
        </button>
      </div>
      <label>
        Answer that it reaches
        <input
          type="text"
          value={answer}
          onInput={(event) => change({ answer: event.currentTarget.value })}
        />
      </label>
      <label>
        What is wrong
        <textarea
          rows={2}
          value={explanation}
          onInput={(event) => change({ explanation: event.currentTarget.value })}
        />
      </label>
      <div class="actions">
        <button
          type="button"
          class="primary"
          disabled={working.what !== null || type === '' || answer.trim() === '' || explanation.trim() === ''}
          onClick={() => working.run('write', save)}
        >
          {working.what === null ? 'Check and save' : 'Checking…'}
        </button>
        <button
          type="button"
          onClick={() => {
            setFailed([]);
            setDraft(null);
          }}
        >
          Discard
        </button>
      </div>
    </section>
  );
}
