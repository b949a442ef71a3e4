// What is not compared, and why: a difference between critics that have judged other records says nothing about them.
import type { ComparePage } from '../api-analysis.ts';

export function SourcesApart({ apart }: Pick<ComparePage, 'apart'>) {
  return (
    <>
      {apart.map(({ sourceName, reason }) => (
        <p key={sourceName} class="failure apart">
          {sourceName} is not compared with this source: {reason}.
        </p>
      ))}
    </>
  );
}

export function NoCommonRecord({ first, second }: { first: string; second: string }) {
  return (
    <p class="failure apart">
      {first} and {second} are not compared: no record was judged by both (n = 0).
    </p>
  );
}
