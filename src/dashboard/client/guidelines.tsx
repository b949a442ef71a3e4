// The team's guidelines beside what is judged, and what the decisions mean by them.
import { Fragment } from 'preact';
import type { GuidelineBlock, GuidelinesPage } from '../api.ts';
import { get } from './api-client.ts';
import { Text } from './passage.tsx';
import { session } from './state.ts';
import { useLoaded } from './use-loaded.ts';

const decisionTitles = [
  ['yes', 'Accept'],
  ['maybe', 'Maybe'],
  ['no', 'Reject'],
] as const;

function Block({ block }: { block: GuidelineBlock }) {
  switch (block.kind) {
    case 'heading':
      return <h3>{block.text}</h3>;
    case 'code':
      return <pre>{block.text}</pre>;
    case 'item':
      return (
        <div class="guideline-item" style={{ marginInlineStart: `${1 + block.depth}em` }}>
          <span aria-hidden="true">{block.number ?? '•'}</span> <Text passage={block.passage} />
        </div>
      );
    default:
      return <Text passage={block.passage} />;
  }
}

export function Guidelines() {
  const given = session.value?.team.guidelines === true;
  const page = useLoaded(`guidelines ${given}`, async () =>
    given ? await get<GuidelinesPage>('/api/guidelines') : null,
  );
  if (!given) return null;
  if (page.error !== null) return <p class="failure">{page.error}</p>;
  if (page.value === null) return null;
  const { blocks, meanings } = page.value;
  return (
    <section class="panel guidelines" aria-labelledby="guidelines-title">
      <h2 id="guidelines-title">Guidelines</h2>
      <dl class="meanings">
        {decisionTitles.map(([decision, title]) => {
          const meaning = meanings[decision];
          return meaning === undefined ? null : (
            <Fragment key={decision}>
              <dt>{title}</dt>
              <dd>
                <Text passage={meaning} />
              </dd>
            </Fragment>
          );
        })}
      </dl>
      <details>
        <summary>All guidelines</summary>
        {blocks.map((block, at) => (
          <Block key={at} block={block} />
        ))}
      </details>
    </section>
  );
}
