// What a plan runs in where somebody else has opened the endpoints and closes them: a program, the dashboard.
import type { Role } from '../config/setting-table.ts';
import type { ChatEndpoint } from '../endpoints/chat.ts';
import { createUsageCounters } from '../endpoints/usage-counters.ts';
import type { LateBenchError } from '../errors.ts';
import type { ErrorPolicy } from '../stream/error-policy.ts';
import type { Tally } from '../stream/tally.ts';
import { noFiles } from './named-files.ts';
import type { RunContext } from './plan.ts';
import type { Session } from './session.ts';
import { silentTerminal } from './terminal.ts';

/** Endpoints by role; their owner closes them. */
export interface GivenEndpoints {
  /** Opened when the role is first needed. */
  readonly endpoint: (role: Role) => Promise<ChatEndpoint>;
  /** Records in a stage at once, where it waits for calls. */
  readonly concurrency: number;
}

export interface Given extends GivenEndpoints {
  readonly policy: ErrorPolicy;
  readonly tally?: Tally | undefined;
  readonly stopReading?: AbortSignal | undefined;
  readonly abandon?: AbortSignal | undefined;
  /** Called with what ends the run cleanly. */
  readonly onStop: (reason: LateBenchError) => void;
}

function givenSession({ endpoint, concurrency }: GivenEndpoints): Session {
  return {
    config: new Map(),
    mode: 'run',
    batches: false,
    concurrency,
    endpoint: (role) => endpoint(role),
    check: async () => {},
    opened: [],
    counters: createUsageCounters(),
    batchClients: [],
    counted: new Map(),
    fork: () => givenSession({ endpoint, concurrency }),
    storedOnly: () => givenSession({ endpoint, concurrency }),
    dryRun: () => givenSession({ endpoint, concurrency }),
    tellBudget: async () => {},
    close: async () => {},
  };
}

export function givenContext(given: Given): RunContext {
  const { endpoint, concurrency, policy, tally, stopReading, abandon, onStop } = given;
  const never = new AbortController().signal;
  return {
    session: givenSession({ endpoint, concurrency }),
    terminal: silentTerminal(() => {}),
    interruption: {
      stopReading: stopReading ?? never,
      abandon: abandon ?? never,
      exitCode: undefined,
      reason: undefined,
      stop: onStop,
    },
    policy,
    ...(tally === undefined ? {} : { tally }),
    files: noFiles,
  };
}
