// The leaderboard of a run with several critics: leaderboard.md, .html and .json in its folder.
import { join } from 'node:path';
import { priceOf } from '../endpoints/budget/price.ts';
import { pricesWith } from '../endpoints/budget/price-table.ts';
import { createLeaderboard, type Leaderboard } from '../metrics/leaderboard.ts';
import { htmlTable } from '../report/html-table.ts';
import { leaderboardTable } from '../report/leaderboard-table.ts';
import { markdownTable } from '../report/markdown-table.ts';
import { element } from '../report/markup.ts';
import { htmlPage } from '../report/page.ts';
import { writeFileAtomic, writeJsonAtomic } from '../storage/atomic-write.ts';
import type { RecordPipeline } from './schema.ts';

/** Undefined for a pipeline with fewer than two critics. */
export function leaderboardOf({ seed, budget }: RecordPipeline, critics: number): Leaderboard | undefined {
  const prices = pricesWith(budget?.price);
  if (critics < 2) return undefined;
  return createLeaderboard({
    seed,
    priceOf(model, { prompt_tokens, completion_tokens }) {
      const price = priceOf(prices, model);
      return price === null ? null : (prompt_tokens * price.in + completion_tokens * price.out) / 1e6;
    },
  });
}

export async function writeLeaderboard(
  folder: string,
  title: string,
  leaderboard: Leaderboard,
): Promise<void> {
  const result = leaderboard.result();
  const table = leaderboardTable(result.critics, result.baselines);
  await writeFileAtomic(join(folder, 'leaderboard.md'), `# ${title}\n\n${markdownTable(table)}`);
  const page = htmlPage(title, [element('h1', {}, title), htmlTable(table, 'Critics, best first')]);
  await writeFileAtomic(join(folder, 'leaderboard.html'), page);
  await writeJsonAtomic(join(folder, 'leaderboard.json'), result);
}
