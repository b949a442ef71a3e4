// What can be done with all records of the filter: ask a critic, inject errors, take them away as JSONL. Calls have their
// estimate beside them and need a press.
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatCount, formatCounted } from '../../report/format.ts';
import type { BulkRequest, BulkState, Query } from '../api.ts';
import { formatQuery } from '../query-string.ts';
import { get, post } from './api-client.ts';
import { OptionForm, useTyping } from './option-form.tsx';
import { annotator, say, session } from './state.ts';

const lookMs = 1000;

function Progress({ job, onChange }: { job: BulkState; onChange: (job: BulkState) => void }) {
  useEffect(() => {
    if (job.state !== 'running') return undefined;
    const timer = setTimeout(() => {
      get<BulkState>(`/api/workbench/bulk/${job.id}`).then(onChange, (error: Error) => {
        say(error.message);
        // A server that was started anew has no jobs; one that does not answer is asked again.
        onChange(/does not know/.test(error.message) ? { ...job, state: 'stopped' } : { ...job });
      });
    }, lookMs);
    return () => clearTimeout(timer);
  }, [job]);
  const stop = (): void => {
    post<BulkState>(`/api/workbench/bulk/${job.id}/stop`, {}).then(onChange, (error: Error) =>
      say(error.message),
    );
  };
  return (
    <div class="bulk-progress">
      <progress value={job.done + job.failed} max={job.total} aria-label="Records done" />
      <p class="note" role="status">
        {job.state}: {formatCount(job.done)} of {formatCount(job.total)} done
        {job.failed > 0 && `, ${formatCount(job.failed)} failed (${job.lastError ?? ''})`}
      </p>
      {job.state === 'running' && (
        <button type="button" onClick={stop}>
          Stop
        </button>
      )}
    </div>
  );
}

interface Estimate {
  /** The request that it is of. */
  readonly of: string;
  readonly records: number;
  readonly text: string;
}

function BulkAction({
  source,
  query,
  action,
}: {
  source: string;
  query: string;
  action: 'critic' | 'inject';
}) {
  const form = session.value?.forms?.[action];
  const endpoint = session.value?.endpoints.find(({ role }) => role === action);
  const typing = useTyping();
  const details = useRef<HTMLDetailsElement>(null);
  const [estimate, setEstimate] = useState<Estimate | null>(null);
  const [job, setJob] = useState<BulkState | null>(null);
  // What was begun before the page was left or loaded anew.
  useEffect(() => {
    get<{ job: BulkState | null }>('/api/workbench/bulk', new URLSearchParams({ source, action })).then(
      ({ job: running }) => {
        if (running === null || details.current === null) return;
        details.current.open = true;
        setJob(running);
      },
      () => {},
    );
  }, [source, action]);
  if (form === undefined || endpoint === undefined) return null;
  const request: BulkRequest = { action, source, annotator: annotator.value, options: typing.typed, query };
  const key = JSON.stringify(request);
  const title = action === 'critic' ? `Ask ${endpoint.model}` : `Inject with ${endpoint.model}`;
  const fail = (error: Error): void => say(error.message);
  return (
    <details class="bulk" ref={details}>
      <summary>{action === 'critic' ? 'Ask a critic about these' : 'Inject errors into these'}</summary>
      <OptionForm form={form} typing={typing} steps={0} />
      <div class="actions">
        <button
          type="button"
          onClick={() =>
            post<{ text: string; records: number }>('/api/workbench/bulk/estimate', request).then(
              ({ text, records }) =>
                setEstimate({ of: key, records, text: `${formatCounted(records, 'record')}: ${text}` }),
              fail,
            )
          }
        >
          Estimate
        </button>
        {estimate?.of === key && (
          <>
            <span class="note">{estimate.text}</span>
            <button
              type="button"
              class="primary"
              disabled={job?.state === 'running'}
              onClick={() =>
                post<BulkState>('/api/workbench/bulk', { ...request, records: estimate.records }).then(
                  setJob,
                  fail,
                )
              }
            >
              {title}
            </button>
          </>
        )}
      </div>
      {job !== null && <Progress job={job} onChange={setJob} />}
    </details>
  );
}

export function BulkActions({ source, query }: { source: string; query: Query }) {
  const text = formatQuery(query).toString();
  return (
    <section aria-label="With all of these records">
      {session.value?.team.blind !== true && (
        <p>
          <a class="button" href={`/api/sources/${source}/records.jsonl?${text}`} download="records.jsonl">
            Export these as JSONL
          </a>
        </p>
      )}
      <BulkAction source={source} query={text} action="critic" />
      <BulkAction source={source} query={text} action="inject" />
    </section>
  );
}
