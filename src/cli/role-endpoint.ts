// The endpoint of a command's role, opened from its configuration with journal, cache and budget; or, in a dry run,
// one that only counts.
import { join } from 'node:path';
import { type EndpointConfig, endpointConfig, simulation } from '../config/endpoint-config.ts';
import type { Role } from '../config/settings.ts';
import { estimateTokens } from '../endpoints/budget/estimate-tokens.ts';
import type { CacheMode } from '../endpoints/cache/cache-mode.ts';
import { reserveFrom } from '../endpoints/call-budget.ts';
import type { ChatEndpoint } from '../endpoints/chat.ts';
import { createDryRun, type DryRun } from '../endpoints/dry-run.ts';
import type { Reserve } from '../endpoints/stores.ts';
import { LateBenchError } from '../errors.ts';
import {
  type Endpoints,
  type EndpointsOptions,
  logicalName,
  openEndpoints,
} from '../pipeline/open-endpoint.ts';
import { openRunBudget, type RunBudgetOptions } from '../pipeline/run-budget.ts';
import type { Call } from './command.ts';
import { sayDryRun } from './dry-run-report.ts';
import { journalFolder } from './journal-folder.ts';
import { tellBudget } from './progress-events.ts';
import { configOf, homeOf } from './settings.ts';

export interface RoleEndpoint {
  readonly endpoints: Endpoints;
  readonly chat: ChatEndpoint;
  readonly config: EndpointConfig;
  /** Set in a dry run: nothing is called and nothing is written. */
  readonly dryRun: DryRun | undefined;
  /** Lines for the end of a dry run. */
  readonly report: () => readonly string[];
}

/** Batches need a place to be picked up from. */
function batchOf({ options }: Call, reserve: Reserve): { run: string; reserve: Reserve } | undefined {
  if (!options.flag('batch')) return undefined;
  const run = options.text('run');
  if (run !== undefined) return { run, reserve };
  throw new LateBenchError(
    'LB_USAGE',
    '--batch: name a run folder (--run DIR), so that the batches can be picked up',
  );
}

export interface OwnStore extends Pick<EndpointsOptions, 'replies' | 'allowDegenerate' | 'shared'> {
  /** Where a budget is kept from run to run, unless --budget-folder says so. */
  readonly budgetFolder?: string | undefined;
  /** The limits where no flag gives them. */
  readonly budget?: Omit<RunBudgetOptions, 'folder'> | undefined;
}

/** What opens the endpoints of a call, for one role or for a whole pipeline. `own`: for who keeps replies himself. */
export async function endpointsOf(
  call: Call,
  home: string,
  folder: string,
  own: OwnStore = {},
): Promise<Endpoints> {
  const { options, say, command } = call;
  const run = options.text('run');
  const limits = {
    usd: options.number('budget-usd', 0, 1e9) ?? own.budget?.usd,
    tokens: options.whole('budget-tokens', 0) ?? own.budget?.tokens,
  };
  const budget = await openRunBudget({
    ...limits,
    price: options.text('price') ?? own.budget?.price,
    folder:
      options.text('budget-folder') ??
      own.budgetFolder ??
      (run === undefined ? undefined : join(run, 'budget')),
  });
  const endpoints = openEndpoints({
    journalFolder: folder,
    cacheFolder: join(home, 'cache'),
    cacheMode: (options.text('cache') ?? 'on') as CacheMode,
    offline: options.flag('offline'),
    tpm: options.whole('tpm', 1),
    shared: own.shared,
    reserve: reserveFrom(budget),
    batch: batchOf(call, reserveFrom(budget, false)),
    replies: own.replies,
    allowDegenerate: own.allowDegenerate,
    say: (line) => say(`latebench ${command.name}: ${line}`),
  });
  const lastWord = tellBudget(budget, limits);
  return {
    ledger: endpoints.ledger,
    desks: endpoints.desks,
    open: endpoints.open,
    async close() {
      await endpoints.close();
      await lastWord();
      await budget.close();
    },
  };
}

/** How keys and manifests call the endpoint. */
export function endpointName({ baseUrl, model }: EndpointConfig): string {
  return baseUrl === simulation ? 'simulation' : logicalName(baseUrl, model);
}

/** `model`: instead of the configured one. `pooling`: the endpoint serves a reward model. */
export async function roleEndpoint(
  call: Call,
  role: Role,
  { dialect, model }: { readonly dialect?: 'pooling'; readonly model?: string | undefined } = {},
): Promise<RoleEndpoint> {
  const settings = configOf(call);
  const home = homeOf(settings);
  const configured = endpointConfig(settings, role);
  const config = model === undefined ? configured : { ...configured, model };
  const endpoints = await endpointsOf(call, home, journalFolder(call, home));
  if (!call.options.flag('dry-run')) {
    return {
      endpoints,
      chat: await endpoints.open(config, dialect),
      config,
      dryRun: undefined,
      report: () => [],
    };
  }
  const dryRun = createDryRun(endpointName(config), config.model, estimateTokens);
  return {
    endpoints,
    chat: dryRun.endpoint,
    config,
    dryRun,
    report: () => sayDryRun(dryRun, call.options.text('price')),
  };
}
