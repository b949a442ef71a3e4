// Injecting by hand: a comment and a step, saved for `latebench inject --manual` or carried out at once; the result
// with its gate, to accept, edit or reject; and a critic's opinion of the record or of the result.
import type { RecordPage, ShownProposal } from '../api-record.ts';
import { post } from './api-client.ts';
import { CallButton } from './call-button.tsx';
import { CriticButton } from './critic-button.tsx';
import { draftKey, keepDraft, readDraft, useDraft } from './drafts.ts';
import { FailedChecks } from './failed-checks.tsx';
import type { Judging } from './judging.ts';
import { OptionForm, useTyping } from './option-form.tsx';
import { Difficulty } from './record-panels.tsx';
import { Solution } from './solution.tsx';
import { annotator, say, session } from './state.ts';
import { StepFields } from './step-fields.tsx';
import { useWorking, type Working } from './working.ts';
import { WriteInjection } from './write-injection.tsx';

function Proposal(props: { source: string; page: RecordPage; proposal: ShownProposal; working: Working }) {
  const { source, proposal, working, page } = props;
  const [texts, setTexts] = useDraft<readonly string[]>(`${draftKey(source, page)} steps ${proposal.id}`);
  const { injection } = proposal.record;
  const failed = injection?.gate.filter(({ ok }) => !ok) ?? [];
  const settle = (verdict: 'accepted' | 'rejected') =>
    working.run(verdict, async () => {
      await post('/api/workbench/settle', {
        source,
        proposal: proposal.id,
        annotator: annotator.value,
        verdict,
        ...(texts === null || verdict === 'rejected' ? {} : { steps: texts }),
      });
      setTexts(null);
    });
  return (
    <article class={`proposal ${proposal.state}`} aria-label={`Proposed injection ${proposal.id}`}>
      <header>
        <h3>
          Injection {proposal.state}
          {proposal.edited ? ', edited' : ''}
        </h3>
        <p class="note">
          {proposal.spent ?? 'written by hand, no calls'}
          {injection?.simulated === true && ' · simulation'} · by {proposal.annotator}
        </p>
      </header>
      {injection?.comment != null && <p class="quote">{injection.comment}</p>}
      <FailedChecks checks={failed} />
      {failed.length === 0 && injection !== null && (
        <p class="note">The gate's {injection.gate.length} checks let it through.</p>
      )}
      {injection !== null && <Difficulty injection={injection} />}
      {injection?.status === 'accepted' &&
        (texts === null ? (
          <Solution record={proposal.record} hidden={false} chosen={null} />
        ) : (
          <StepFields texts={texts} from={0} onChange={setTexts} />
        ))}
      {injection?.status === 'accepted' && (
        <div class="actions">
          <button
            type="button"
            class="yes"
            disabled={working.what !== null}
            onClick={() => settle('accepted')}
          >
            {texts === null ? 'Accept injection' : 'Accept as edited'}
          </button>
          <button
            type="button"
            class="no"
            disabled={working.what !== null}
            onClick={() => settle('rejected')}
          >
            Reject injection
          </button>
          <button type="button" onClick={() => setTexts(texts === null ? proposal.texts : null)}>
            {texts === null ? 'Edit steps' : 'Leave editing'}
          </button>
        </div>
      )}
      {injection?.status === 'accepted' && (
        <CriticButton source={source} page={page} proposal={proposal.id} working={working} />
      )}
    </article>
  );
}

export function Workbench(props: { source: string; page: RecordPage; judging: Judging; onDone: () => void }) {
  const { source, page, judging, onDone } = props;
  const working = useWorking(onDone);
  const saved = judging.of('comment');
  const draft = `${draftKey(source, page)} injection`;
  const typing = useTyping(
    readDraft(draft) ?? {
      comment: saved?.comment ?? '',
      step: saved?.target_step == null ? '' : String(saved.target_step + 1),
    },
    (typed) => keepDraft(draft, typed),
  );
  const comment = String(typing.typed.comment ?? '');
  const step = typing.typed.step ? Number(typing.typed.step) - 1 : null;
  const endpoint = session.value?.endpoints.find(({ role }) => role === 'inject');
  const form = session.value?.forms?.inject;
  const count = page.record?.steps.length ?? 0;
  const erroneous = page.record?.label === 'error';
  const request = {
    source,
    row: page.row,
    record_hash: page.record?.hash,
    annotator: annotator.value,
    options: typing.typed,
    seed: page.proposals.length,
  };
  const inject = async (): Promise<void> => {
    const outcome = await judging.save('comment', { comment, target_step: step });
    if (outcome !== 'saved') throw new Error('The comment is not saved yet: nothing was injected.');
    const result = await post<ShownProposal>('/api/workbench/inject', request);
    say(`Injection ${result.record.injection?.status ?? ''}: ${result.spent}.`);
  };
  return (
    <section class="panel bench" aria-labelledby="bench-title">
      <h2 id="bench-title">Inject by hand</h2>
      {erroneous ? (
        <p class="note">This solution is known to have an error; injections start from correct ones.</p>
      ) : (
        <>
          {form !== undefined && <OptionForm form={form} typing={typing} steps={count} />}
          <div class="actions">
            <button
              type="button"
              disabled={comment.trim() === '' && step === null}
              onClick={() =>
                judging.save('comment', { comment, target_step: step }).then((outcome) => {
                  if (outcome !== 'saved') return;
                  keepDraft(draft, null);
                  say('Saved for latebench inject --manual.');
                })
              }
            >
              Save for later
            </button>
            {endpoint === undefined ? (
              <span class="note">No endpoint is configured for injecting.</span>
            ) : (
              <CallButton
                request={{ action: 'inject', ...request }}
                title={`Inject now with ${endpoint.model}`}
                working={working.what === 'inject' ? 'Injecting…' : null}
                disabled={working.what !== null}
                primary
                onPress={() => working.run('inject', inject)}
              />
            )}
          </div>
          <WriteInjection key={draft} source={source} page={page} onDone={onDone} />
        </>
      )}
      {page.proposals.map((proposal) => (
        <Proposal
          key={`${proposal.annotator} ${proposal.id}`}
          source={source}
          page={page}
          proposal={proposal}
          working={working}
        />
      ))}
      <h3>Critic on this record</h3>
      <CriticButton source={source} page={page} proposal={null} working={working} />
    </section>
  );
}
