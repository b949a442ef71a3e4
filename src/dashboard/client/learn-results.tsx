// What a learner has found so far, by type of error.
import { formatCount, formatCounted } from '../../report/format.ts';
import { shareOf } from '../analysis/share.ts';
import type { SourceFacts } from '../api.ts';
import type { LearnerAnswer, ProgressPage } from '../api-teach.ts';
import { get, post } from './api-client.ts';
import { useKeys } from './keys.ts';
import { ShareBar } from './share-bar.tsx';
import { go, say } from './state.ts';
import { useLoaded } from './use-loaded.ts';
import { Wide } from './wide.tsx';

function typeName({ truth, type }: LearnerAnswer): string {
  if (truth === -1) return 'no error';
  return type?.replaceAll('_', ' ') ?? 'type not known';
}

interface TypeResult {
  readonly type: string;
  readonly answers: readonly LearnerAnswer[];
}

function byType(answers: readonly LearnerAnswer[]): readonly TypeResult[] {
  const types = new Map<string, LearnerAnswer[]>();
  for (const answer of answers) {
    const type = typeName(answer);
    types.set(type, [...(types.get(type) ?? []), answer]);
  }
  return [...types]
    .map(([type, given]) => ({ type, answers: given }))
    .sort((a, b) => b.answers.length - a.answers.length || (a.type < b.type ? -1 : 1));
}

const isRight = ({ choice, truth }: LearnerAnswer): boolean => choice === truth;

function Row({ type, answers }: TypeResult) {
  const right = answers.filter(isRight);
  const alone = right.filter(({ hints }) => hints === 0);
  return (
    <tr>
      <th scope="row">{type}</th>
      <td>{formatCount(answers.length)}</td>
      <td>
        <ShareBar share={shareOf(right.length, answers.length)} />
      </td>
      <td>{formatCount(alone.length)}</td>
    </tr>
  );
}

export function LearnResults({ source }: { source: SourceFacts }) {
  const path = `/api/sources/${source.id}/exercises`;
  const page = useLoaded(path, () => get<ProgressPage>(path));
  const back = (): void => go(`/s/${source.id}/learn`);
  useKeys({ j: back, k: back });
  if (page.error !== null) return <p class="failure">{page.error}</p>;
  if (page.value === null) return <p class="empty">Loading…</p>;
  const { total, answers } = page.value;
  const startOver = (): void => {
    post(`${path}/start-over`, {}).then(page.reload, (error: Error) => say(error.message));
  };
  return (
    <section aria-labelledby="results-title">
      <h1 id="results-title">Results</h1>
      <p role="status">
        {formatCount(answers.length)} of {formatCounted(total, 'exercise')} answered,{' '}
        {formatCount(answers.filter(isRight).length)} right.
      </p>
      {answers.length > 0 && (
        <Wide title="Results">
          <table class="learn-results">
            <thead>
              <tr>
                <th scope="col">Type of error</th>
                <th scope="col">Answered</th>
                <th scope="col">Right</th>
                <th scope="col">Right without hints</th>
              </tr>
            </thead>
            <tbody>
              {byType(answers).map((result) => (
                <Row key={result.type} {...result} />
              ))}
              {answers.length > 1 && <Row type="all" answers={answers} />}
            </tbody>
          </table>
        </Wide>
      )}
      <div class="learn-answer">
        <a class="button" href={`/s/${source.id}/learn`}>
          Continue <kbd>j</kbd>
        </a>
        {answers.length > 0 && (
          <button type="button" onClick={startOver}>
            Start over
          </button>
        )}
      </div>
    </section>
  );
}
