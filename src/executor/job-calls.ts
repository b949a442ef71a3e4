// The calls of a job: endpoints of the session with the job's own settings.
import { pricesWith } from '../endpoints/budget/price-table.ts';
import type { Calls, OwnCalls } from '../stages/job-calls.ts';
import { endpointLines } from './dry-run-report.ts';
import { type Listeners, openListeners } from './listeners.ts';
import { endpointName } from './open-endpoint.ts';
import { endpointFor, type Session } from './session.ts';
import type { Terminal } from './terminal.ts';

export interface JobCallsOptions extends Pick<Terminal, 'say'> {
  /** USD per million tokens, as `in=X,out=Y`. */
  readonly price: string | undefined;
  /** Port of 127.0.0.1 for Prometheus. */
  readonly metricsPort: number | undefined;
}

export function jobCalls(
  parent: Session,
  own: OwnCalls,
  { price, metricsPort, say }: JobCallsOptions,
): Calls {
  const session = parent.fork(own);
  const { config, mode, concurrency } = session;
  const { eventsFolder: runFolder } = own;
  let listeners: Promise<Listeners> | undefined;
  const listen = async (): Promise<void> => {
    if (runFolder === undefined || mode === 'dry') return;
    listeners ??= openListeners({ metricsPort, runFolder, say });
    await listeners;
  };
  return {
    concurrency,
    configured(role) {
      const found = endpointFor(config, role);
      return { ...found, name: endpointName(found) };
    },
    async endpoint(role) {
      await listen();
      return session.endpoint(role);
    },
    get counters() {
      return session.counters;
    },
    counted: () =>
      [...session.counted.values()].flat().flatMap((dryRun) => endpointLines(dryRun, pricesWith(price))),
    async close() {
      await session.close();
      await (await listeners)?.close();
    },
  };
}
