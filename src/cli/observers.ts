// Who listens while a run works: its event file, the Prometheus endpoint, tracing. Closed when it ends.
import { wantsTracing } from '../endpoints/tracing.ts';
import type { Call } from './command.ts';

export interface Observers {
  close(): Promise<void>;
}

export async function openObservers(
  { options, say }: Call,
  runFolder: string | undefined,
): Promise<Observers> {
  const closers: (() => Promise<void> | void)[] = [];
  const port = options.whole('metrics-port', 0);
  if (port !== undefined) {
    const { startMetricsServer } = await import('../endpoints/metrics-server.ts');
    const server = await startMetricsServer(port);
    say(`metrics: ${server.url}`);
    closers.push(() => server.close());
  }
  if (runFolder !== undefined) {
    const { openEventLog } = await import('../endpoints/event-log.ts');
    const log = openEventLog(runFolder);
    closers.push(() => log.close());
  }
  if (wantsTracing(process.env)) {
    const { startTracing } = await import('../endpoints/tracing.ts');
    closers.push(await startTracing());
  }
  return {
    async close() {
      for (const close of closers.reverse()) await close();
    },
  };
}
