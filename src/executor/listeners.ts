// Who listens while a run works: its event file, the Prometheus endpoint, tracing. Closed when it ends.
import { wantsTracing } from '../endpoints/tracing.ts';
import { closeAll } from '../storage/close-all.ts';

export interface Listeners {
  /** Closes all of them, and throws what the first could not: LB_DISK_FULL where events are missing. */
  close(): Promise<void>;
}

export interface ListenerOptions {
  /** Port of 127.0.0.1 for Prometheus; 0 lets the system choose. */
  readonly metricsPort: number | undefined;
  /** Where the event file goes. */
  readonly runFolder: string | undefined;
  /** Of the coordinator's run, on its other machines. */
  readonly traceparent?: (() => string | undefined) | undefined;
  /** Called before they close: who has something to tell at the end. */
  readonly lastWord?: (() => Promise<void>) | undefined;
  readonly say: (line: string) => void;
}

export async function openListeners({
  metricsPort: port,
  runFolder,
  traceparent,
  lastWord,
  say,
}: ListenerOptions): Promise<Listeners> {
  const closers: (() => Promise<void> | void)[] = [];
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
    closers.push(await startTracing(traceparent));
  }
  return {
    async close() {
      await closeAll([async () => lastWord?.(), ...closers.reverse()]);
    },
  };
}
