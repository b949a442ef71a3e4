// Opens the endpoints a run needs. `sim` starts the simulated endpoint in this process, once, on loopback: to the
// client it is a server like any other.
import { type EndpointConfig, simulation } from '../config/endpoint-config.ts';
import type { ChatEndpoint } from '../endpoints/chat.ts';
import { createLedger, type Ledger } from '../endpoints/ledger.ts';

export interface Endpoints {
  readonly ledger: Ledger;
  open(config: EndpointConfig): Promise<ChatEndpoint>;
  close(): Promise<void>;
}

/** Name of the simulation in keys and manifests: its port changes from run to run. */
const simulationName = 'simulation';

export function openEndpoints(): Endpoints {
  const ledger = createLedger();
  const closers: (() => Promise<void>)[] = [];
  let simulated: Promise<string> | undefined;

  const startSimulation = async (): Promise<string> => {
    const { startSimulator } = await import('../simulator/server.ts');
    const server = await startSimulator();
    closers.push(() => server.close());
    return server.url;
  };
  return {
    ledger,
    async open(config) {
      const { createChatEndpoint } = await import('../endpoints/client.ts');
      const isSimulation = config.baseUrl === simulation;
      if (isSimulation) simulated ??= startSimulation();
      const endpoint = createChatEndpoint({
        baseUrl: isSimulation ? await simulated! : config.baseUrl,
        name: isSimulation ? simulationName : undefined,
        model: config.model,
        apiKey: isSimulation ? undefined : config.apiKey,
        concurrency: config.concurrency,
        rpm: config.rpm,
        maxRetries: config.maxRetries,
        ledger,
      });
      closers.push(() => endpoint.close());
      return endpoint;
    },
    async close() {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
}
