// What `latebench vote` does around an evaluation: options, progress, and the table at the end.
import { runVote } from '../deepconf/vote-run.ts';
import { voteTable } from '../deepconf/vote-table.ts';
import { exitCodes } from '../errors.ts';
import type { Call } from './command.ts';
import { givenScores } from './confidence-options.ts';
import { formatTable } from './format-table.ts';
import { problemProgress } from './problem-progress.ts';
import { runFolder } from './run-folder.ts';
import { poolOf, votingSettings } from './vote-option-table.ts';

export async function runVoteCommand(call: Call): Promise<number> {
  const { options, stdout, say } = call;
  const pool = poolOf(options, 'vote');
  const settings = { ...votingSettings(options), scores: givenScores(options) };
  const folder = runFolder(options);
  const progress = problemProgress(call, 'vote');
  let summary: Awaited<ReturnType<typeof runVote>>;
  try {
    summary = await runVote({ pool, folder, options: settings, onProblem: progress.tell });
  } finally {
    progress.end();
  }
  const format = options.text('format') ?? 'table';
  stdout.write(
    format === 'json' ? `${JSON.stringify(summary, null, 2)}\n` : formatTable(call, voteTable(summary)),
  );
  say(`run folder: ${folder} (report.html, summary.json, results.json, votes.parquet)`);
  return exitCodes.ok;
}
