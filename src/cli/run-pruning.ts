// `latebench runs prune`: takes from the journals of finished runs what the cache has too. All named runs are checked
// before the first is changed.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { ReplyCache } from '../endpoints/cache/reply-cache.ts';
import { pruneJournal } from '../endpoints/prune-journal.ts';
import { exitCodes } from '../errors.ts';
import { formatBytes, formatCount, formatCounted } from '../report/format.ts';
import { parseJournalFileName } from '../storage/journal/file-name.ts';
import type { Call } from './command.ts';
import { cacheFolderOf } from './command-config.ts';
import { readRunFacts } from './run-facts.ts';
import { checkIdle, checkPlace, holdRun, usage } from './run-removal.ts';

async function checkPrunable(folder: string): Promise<void> {
  await checkPlace(folder);
  const facts = await readRunFacts(folder, Date.now());
  if (facts === null) throw usage(`${folder} is not a run folder; nothing was removed`);
  checkIdle(facts);
  if (facts.state === 'complete') return;
  throw usage(`${folder} is not complete (${facts.state}): its journal is kept until it is`);
}

/** The folders of journals in a run: one a role. */
async function journalsOf(run: string): Promise<readonly string[]> {
  const top = join(run, 'journal');
  if (!existsSync(top)) return [];
  const entries = await readdir(top, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && parseJournalFileName(entry.name) !== undefined);
  return [...new Set(files.map((entry) => dirname(join(entry.parentPath, entry.name))))].sort();
}

async function pruneRun(run: string, cache: ReplyCache | null, dry: boolean) {
  const total = { replies: 0, bytes: 0, kept: 0 };
  if (cache === null) return total;
  const lock = dry ? null : await holdRun(run);
  try {
    for (const folder of await journalsOf(run)) {
      const { replies, bytes, kept } = await pruneJournal(folder, cache, dry);
      total.replies += replies;
      total.bytes += bytes;
      total.kept += kept;
    }
  } finally {
    await lock?.release();
  }
  return total;
}

export async function runRunsPrune(call: Call): Promise<number> {
  const { options, say } = call;
  if (options.positionals.length === 0) {
    throw usage('name the runs to prune, for example: latebench runs prune runs/late');
  }
  const runs = [...new Set(options.positionals.map((path) => relative('.', path)))];
  for (const run of runs) await checkPrunable(run === '' ? '.' : run);
  const dry = options.flag('dry-run');
  const folder = cacheFolderOf(call);
  const cache = existsSync(folder)
    ? await (await import('../endpoints/cache/reply-cache.ts')).openCache(folder)
    : null;
  if (cache === null) say(`there is no cache at ${folder}, so nothing can be removed`);
  try {
    for (const run of runs) {
      const { replies, bytes, kept } = await pruneRun(run, cache, dry);
      const what = `${run}, ${formatCounted(replies, 'reply', 'replies')}, ${formatBytes(bytes)},`;
      const rest = `${formatCount(kept)} kept because the cache does not have the same bytes`;
      say(dry ? `dry run: 0 calls; ${what} would be removed; ${rest}` : `${what} removed; ${rest}`);
    }
  } finally {
    await cache?.close();
  }
  return exitCodes.ok;
}
