// Asks a critic about a record, its original or a proposed injection.
import { useState } from 'preact/hooks';
import type { RecordPage, ShownCritique } from '../api-record.ts';
import { post } from './api-client.ts';
import { CallButton } from './call-button.tsx';
import { OptionForm, useTyping } from './option-form.tsx';
import { annotator, say, session } from './state.ts';
import type { Working } from './working.ts';

export function CriticButton(props: {
  source: string;
  page: RecordPage;
  proposal: string | null;
  working: Working;
}) {
  const critic = session.value?.endpoints.find(({ role }) => role === 'critic');
  const form = session.value?.forms?.critic;
  const typing = useTyping();
  const [original, setOriginal] = useState(false);
  if (critic === undefined || form === undefined) {
    return <p class="note">No endpoint is configured for the critic.</p>;
  }
  const { record } = props.page;
  const hasOriginal =
    props.proposal === null && record?.injection?.status === 'accepted' && record.original !== null;
  const request = {
    source: props.source,
    row: props.page.row,
    record_hash: record?.hash,
    annotator: annotator.value,
    options: typing.typed,
    proposal: props.proposal,
    original: hasOriginal && original,
  };
  const ask = async (): Promise<void> => {
    const { spent } = await post<{ critique: ShownCritique; spent: string }>(
      '/api/workbench/critic',
      request,
    );
    say(`The critic has answered: ${spent}.`);
  };
  return (
    <div class="ask">
      {hasOriginal && (
        <label>
          Solution{' '}
          <select
            value={original ? 'original' : 'changed'}
            onChange={(event) => setOriginal(event.currentTarget.value === 'original')}
          >
            <option value="changed">as changed by the injection</option>
            <option value="original">original</option>
          </select>
        </label>
      )}
      <OptionForm form={form} typing={typing} steps={props.page.record?.steps.length ?? 0} />
      <CallButton
        request={{ action: 'critic', ...request }}
        title={`Ask ${critic.model}`}
        working={props.working.what === 'critic' ? 'Asking…' : null}
        disabled={props.working.what !== null}
        onPress={() => props.working.run('critic', ask)}
      />
    </div>
  );
}
