// What `latebench vote` does around an evaluation: options, progress, and the table at the end.
import { consName } from '../deepconf/methods.ts';
import type { OnlineSettings } from '../deepconf/online-replay.ts';
import { onlineTable } from '../deepconf/online-table.ts';
import { runVote } from '../deepconf/vote-run.ts';
import { voteTable } from '../deepconf/vote-table.ts';
import { exitCodes } from '../errors.ts';
import type { Call } from './command.ts';
import { givenScores } from './confidence-options.ts';
import { formatTable } from './format-table.ts';
import { problemProgress } from './problem-progress.ts';
import { runFolder } from './run-folder.ts';
import { numbersOf, poolOf, votingSettings } from './vote-option-table.ts';

export async function runVoteCommand(call: Call): Promise<number> {
  const { options, stdout, say } = call;
  const pool = poolOf(options, 'vote');
  const settings = { ...votingSettings(options), scores: givenScores(options), online: onlineOf(options) };
  const folder = runFolder(options);
  const progress = problemProgress(call, 'vote');
  let summary: Awaited<ReturnType<typeof runVote>>;
  try {
    summary = await runVote({ pool, folder, options: settings, onProblem: progress.tell });
  } finally {
    progress.end();
  }
  if (options.text('format') === 'json') stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
  else {
    stdout.write(formatTable(call, voteTable(summary)));
    const { online, accuracy } = summary;
    if (online !== null)
      stdout.write(`\n${formatTable(call, onlineTable(online, accuracy[consName] ?? null))}`);
  }
  say(`run folder: ${folder} (report.html, summary.json, results.json, votes.parquet)`);
  return exitCodes.ok;
}

function onlineOf(options: Call['options']): OnlineSettings | null {
  if (!options.flag('online')) return null;
  return {
    warmup: options.whole('warmup', 1) ?? 16,
    keeps: numbersOf(options, 'online-keep', { least: 1e-6, most: 1 }),
    consensus: options.number('consensus', 0, 1) ?? null,
  };
}
