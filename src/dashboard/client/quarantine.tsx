// What a run could not use, by what was wrong, with the command that feeds it through again.

import { formatCount, formatCounted } from '../../report/format.ts';
import type { SourceFacts } from '../api.ts';
import type { QuarantinePage } from '../api-analysis.ts';
import { get } from './api-client.ts';
import { Skeleton } from './skeleton.tsx';
import { say } from './state.ts';
import { useLoaded } from './use-loaded.ts';

/** Browsers have a clipboard on loopback and over TLS only. */
async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

export function Quarantine({ source }: { source: SourceFacts }) {
  const path = `/api/sources/${source.id}/quarantine`;
  const page = useLoaded(path, () => get<{ quarantine: QuarantinePage | null }>(path));
  if (page.error !== null) return <p class="failure">{page.error}</p>;
  if (page.value === null) return <Skeleton what="Reading" rows={6} />;
  const { quarantine } = page.value;
  return (
    <section aria-labelledby="quarantine-title">
      <h1 id="quarantine-title">Quarantine</h1>
      {quarantine === null ? (
        <p class="empty">Nothing was quarantined: every record of this run could be used.</p>
      ) : (
        <>
          <div class="heading">
            <p class="matched">
              {formatCounted(quarantine.total, 'row')} in {quarantine.path}
            </p>
            <code class="command">{quarantine.retry}</code>
            <button
              type="button"
              onClick={() =>
                copy(quarantine.retry).then(
                  () => say('Copied.'),
                  () => say('The browser does not let it be copied; select it by hand.'),
                )
              }
            >
              Copy retry command
            </button>
          </div>
          {quarantine.groups.map((group) => (
            <details class="group" key={`${group.code} ${group.stage}`} open={quarantine.groups.length < 4}>
              <summary>
                <b>{group.code}</b> {group.stage !== null && `in ${group.stage}`} · {formatCount(group.count)}{' '}
                · <span dir="auto">{group.message}</span>
              </summary>
              {group.examples.map((example) => (
                <article key={example.line}>
                  <p class="note">
                    {example.source ?? 'input'}
                    {example.at !== null && `:${example.at}`} · {example.message}
                  </p>
                  <pre dir="auto">{example.raw}</pre>
                </article>
              ))}
            </details>
          ))}
        </>
      )}
    </section>
  );
}
