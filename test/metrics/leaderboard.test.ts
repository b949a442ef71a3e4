// The leaderboard: who leads, who is tied with whom, what a found error costs, and which runs have one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLeaderboard } from '../../src/metrics/leaderboard.ts';
import { leaderboardOf } from '../../src/pipeline/leaderboard-report.ts';
import type { Critique } from '../../src/records/critique.ts';
import type { Solution } from '../../src/records/solution.ts';
import { leaderboardTable } from '../../src/report/leaderboard-table.ts';
import { markdownTable } from '../../src/report/markdown-table.ts';

function critique(critic: string, first_error: number): Critique {
  const usage = { calls: 1, prompt_tokens: 900, completion_tokens: 100 };
  return { critic, protocol: 'first_error', status: 'ok', first_error, model: critic, usage };
}

/** Sharp is right, blunt and blind name nothing but chance steps. */
function records(count: number): Solution[] {
  return Array.from({ length: count }, (_, at): Solution => {
    const error = at % 2 === 0;
    return {
      id: `r${at}`,
      problem: `Problem ${at}`,
      steps: ['a', 'b', 'c', 'd'],
      error_steps: error ? [2] : [],
      critiques: [
        critique('sharp', error ? 2 : -1),
        critique('blunt', at % 4 === 0 ? 2 : at % 8 === 1 ? -1 : 0),
        critique('blind', at % 4 === 2 ? 2 : at % 8 === 3 ? -1 : 0),
      ],
    };
  });
}

test('critics are in order, those that cannot be told apart share a place, and cost is by found error', () => {
  const board = createLeaderboard({ seed: 1, priceOf: (model) => (model === 'sharp' ? 0.5 : null) });
  for (const record of records(80)) board.add(record);
  const { critics, baselines } = board.result();
  assert.deepEqual(
    critics.map(({ place, score }) => [place, score.critic]),
    [
      [1, 'sharp'],
      [2, critics[1]?.score.critic],
      [2, critics[2]?.score.critic],
    ],
  );
  const [sharp, second] = critics;
  assert.equal(sharp?.found, 40);
  assert.equal(sharp?.tokens_per_found, 2000);
  assert.equal(sharp?.usd_per_found, 0.5 / 40);
  assert.equal(second?.found, 20);
  assert.equal(second?.usd_per_found, null);
  const markdown = markdownTable(leaderboardTable(critics, baselines));
  assert.match(markdown, /\| 1 \| sharp \| 80 \| 100\.0% /);
  assert.match(markdown, /\| 2= \| /);
  assert.doesNotMatch(markdown, /NaN|undefined|simulation/);
});

test('a pipeline with one critic has no leaderboard', () => {
  const critic = { use: 'critic', with: {} } as const;
  const pipeline = { name: 'one', about: 'one', source: {}, seed: 1 };
  assert.equal(leaderboardOf({ ...pipeline, stages: [critic] }, 1), undefined);
  assert.notEqual(leaderboardOf({ ...pipeline, stages: [critic, critic] }, 2), undefined);
});
