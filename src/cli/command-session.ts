// The session of a command: its endpoints with journal, cache and budget, as its flags and its configuration say.
import { join } from 'node:path';
import { misspeltVariables } from '../config/misspelt-variables.ts';
import type { Config } from '../config/resolve.ts';
import type { CacheMode } from '../endpoints/cache/cache-mode.ts';
import { LateBenchError } from '../errors.ts';
import { beginFreshRun } from '../executor/fresh-run.ts';
import type { RunBudgetOptions } from '../executor/run-budget.ts';
import { type Mode, openSession, type Session, type SessionOptions } from '../executor/session.ts';
import type { Call } from './command.ts';
import { idleFlag } from './option-needs.ts';

export function modeOf({ options }: Pick<Call, 'options'>): Mode {
  if (options.flag('dry-run') || options.flag('plan')) return 'dry';
  return options.flag('offline') ? 'offline' : 'run';
}

/** Batches need a folder to be picked up from. */
function batchFolderOf({ options }: Call): string | undefined {
  if (!options.flag('batch')) return undefined;
  const run = options.text('run');
  if (run !== undefined) return run;
  throw new LateBenchError(
    'LB_USAGE',
    '--batch: name a run folder (--run DIR), so that the batches can be picked up',
  );
}

export interface OwnStore
  extends Pick<SessionOptions, 'replies' | 'store' | 'allowDegenerate' | 'shared' | 'drain' | 'freshRun'> {
  /** Where a budget is kept from run to run, unless --budget-folder says so. */
  readonly budgetFolder?: string | undefined;
  /** The limits where no flag gives them. */
  readonly budget?: Omit<RunBudgetOptions, 'folder'> | undefined;
}

/** The id of the fresh run that --fresh begins or resumes over the journals in a folder. */
function freshRunOf({ options, say, command, atExit }: Call, folder: string): string | undefined {
  if (!options.flag('fresh')) return undefined;
  if (options.flag('offline')) {
    const message = '--fresh makes every call again, and --offline forbids calls: leave one of them out';
    throw new LateBenchError('LB_USAGE', message);
  }
  if (modeOf({ options }) === 'dry') return undefined;
  const run = beginFreshRun(folder);
  if (run.resumed) {
    const [began] = run.id.split(' ');
    say(
      `latebench ${command.name}: resuming the interrupted fresh run of ${began}; its replies are not requested again`,
    );
  }
  atExit.push(run.ended);
  return run.id;
}

/** `own`: for those who keep replies themselves, or declare a budget. */
export function commandSession(
  call: Call,
  config: Config,
  journalFolder: string,
  { budget = {}, budgetFolder, ...own }: OwnStore = {},
): Session {
  const { options, say, command } = call;
  const run = options.text('run');
  const folder = options.text('budget-folder');
  const usd = options.number('budget-usd', 0, 1e9) ?? budget.usd;
  const tokens = options.whole('budget-tokens', 0) ?? budget.tokens;
  if (folder !== undefined && usd === undefined && tokens === undefined) {
    throw idleFlag({
      option: { name: 'budget-folder' },
      kind: 'without',
      conditions: ['budget-usd', 'budget-tokens'],
    });
  }
  for (const line of misspeltVariables({ envFile: options.text('env-file') })) {
    say(`latebench ${command.name}: ${line}`);
  }
  return openSession({
    config,
    mode: modeOf(call),
    journalFolder,
    cacheMode: options.text('cache') as CacheMode | undefined,
    freshRun: freshRunOf(call, journalFolder),
    asksAgain: options.flag('fresh'),
    tpm: options.whole('tpm', 1),
    budget: {
      ...{ usd, tokens, folder },
      price: options.text('price') ?? budget.price,
      onRedis: folder === undefined ? budget.onRedis : undefined,
    },
    budgetFolder: budgetFolder ?? (run === undefined ? undefined : join(run, 'budget')),
    batchFolder: batchFolderOf(call),
    say: (line) => say(`latebench ${command.name}: ${line}`),
    ...own,
  });
}
