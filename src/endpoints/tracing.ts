// A span for the run and one for each call in it, from the same events: for those who run an OpenTelemetry SDK. Its
// packages are optional peers, loaded only when the standard OTEL_* variables ask for traces. On other machines of a run
// the calls are in the span of the coordinator's run.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Context, Span, Tracer } from '@opentelemetry/api';
import { LateBenchError } from '../errors.ts';
import { toolVersion } from '../version.ts';
import { type EndpointEvent, endpointChannelName } from './events.ts';
import { parseTraceparent, setTraceparent, traceparentOf } from './trace-context.ts';

/**
 * Names follow the OpenTelemetry semantic conventions for generative AI where they have one. `parentOf`: what a call that
 * begins now belongs to.
 */
export function traceCalls(
  tracer: Tracer,
  parentOf: () => Context | undefined = () => undefined,
): () => void {
  const open = new Map<string, Span[]>();
  const onEvent = (message: unknown): void => {
    const event = message as EndpointEvent;
    if (event.type === 'call_started') {
      const attributes = {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': event.model,
        'latebench.role': event.role,
        'latebench.sample': event.sample,
      };
      const spans = open.get(event.key) ?? [];
      spans.push(tracer.startSpan(`chat ${event.model}`, { attributes }, parentOf()));
      open.set(event.key, spans);
    } else if (event.type === 'retry') {
      open
        .get(event.key)?.[0]
        ?.addEvent('retry', { code: event.code, attempt: event.attempt, wait_ms: event.wait_ms });
    } else if (event.type === 'call_finished') {
      const spans = open.get(event.key);
      const span = spans?.shift();
      if (spans?.length === 0) open.delete(event.key);
      span?.setAttributes({
        'gen_ai.usage.input_tokens': event.prompt_tokens ?? undefined,
        'gen_ai.usage.output_tokens': event.completion_tokens ?? undefined,
        'latebench.from': event.from ?? 'none',
      });
      // 2 is SpanStatusCode.ERROR: the package itself is not loaded here.
      if (event.outcome === 'failed') span?.setStatus({ code: 2, message: event.code ?? '' });
      span?.end();
    }
  };
  subscribe(endpointChannelName, onEvent);
  return () => {
    unsubscribe(endpointChannelName, onEvent);
    for (const spans of open.values()) for (const span of spans) span.end();
    open.clear();
  };
}

export function wantsTracing(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env.OTEL_SDK_DISABLED === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return false;
  return [
    env.OTEL_TRACES_EXPORTER,
    env.OTEL_EXPORTER_OTLP_ENDPOINT,
    env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
  ].some((value) => (value ?? '') !== '');
}

type Api = Pick<typeof import('@opentelemetry/api'), 'trace' | 'ROOT_CONTEXT'>;

/** The traceparent of a coordinator's run; asked for each call, since a worker may stay for later runs. */
export type Coordinator = () => string | undefined;

/**
 * Calls are in the span of `coordinator`, where this is another machine of its run. Otherwise they are in a span of the
 * run, which is itself in that of the environment's TRACEPARENT, and which other machines are told of.
 */
export function traceRun(
  { trace, ROOT_CONTEXT }: Api,
  tracer: Tracer,
  {
    coordinator,
    environment,
  }: { readonly coordinator?: Coordinator | undefined; readonly environment?: string | undefined },
): () => void {
  const within = (text: string | undefined): Context | undefined => {
    const outer = text === undefined ? undefined : parseTraceparent(text);
    return outer === undefined ? undefined : trace.setSpanContext(ROOT_CONTEXT, outer);
  };
  let own: { readonly span: Span; readonly context: Context } | undefined;
  const ownRun = (): Context => {
    if (own !== undefined) return own.context;
    const outer = within(environment) ?? ROOT_CONTEXT;
    const span = tracer.startSpan('latebench run', {}, outer);
    setTraceparent(traceparentOf(span.spanContext()));
    own = { span, context: trace.setSpan(outer, span) };
    return own.context;
  };
  const parentOf = (): Context => within(coordinator?.()) ?? ownRun();
  // Before the first call: other machines are told of it.
  parentOf();
  const stop = traceCalls(tracer, parentOf);
  return () => {
    stop();
    if (own === undefined) return;
    setTraceparent(undefined);
    own.span.end();
  };
}

/** Those who listen at the same time, such as a job and a plan that it runs, share one span and one SDK. */
let shared: { users: number; readonly stop: Promise<() => Promise<void>> } | undefined;

/**
 * Starts the SDK by its own environment variables; the function it gives flushes and stops it.
 *
 * @param coordinator Its traceparent, on another machine of its run.
 * @throws LB_CONFIG where a package is missing
 */
export async function startTracing(coordinator?: Coordinator): Promise<() => Promise<void>> {
  shared ??= { users: 0, stop: startSdk(coordinator) };
  const mine = shared;
  mine.users += 1;
  const leave = async (): Promise<void> => {
    mine.users -= 1;
    if (mine.users > 0) return;
    if (shared === mine) shared = undefined;
    await (await mine.stop)();
  };
  try {
    await mine.stop;
  } catch (error) {
    if (shared === mine) shared = undefined;
    throw error;
  }
  return leave;
}

async function startSdk(coordinator: Coordinator | undefined): Promise<() => Promise<void>> {
  const load = async (name: string): Promise<unknown> => {
    try {
      return await import(name);
    } catch (cause) {
      const message = `OTEL_* asks for traces, and ${name} is not installed: npm install @opentelemetry/api @opentelemetry/sdk-node`;
      throw new LateBenchError('LB_CONFIG', message, { cause });
    }
  };
  const { NodeSDK } = (await load('@opentelemetry/sdk-node')) as {
    NodeSDK: new (options: object) => { start(): void; shutdown(): Promise<void> };
  };
  const api = (await load('@opentelemetry/api')) as typeof import('@opentelemetry/api');
  const sdk = new NodeSDK({ serviceName: 'latebench' });
  sdk.start();
  const tracer = api.trace.getTracer('latebench', toolVersion);
  const stop = traceRun(api, tracer, { coordinator, environment: process.env.TRACEPARENT });
  return async () => {
    stop();
    await sdk.shutdown();
    // Those of a second start would go to the first SDK otherwise, which is shut down.
    api.trace.disable();
  };
}
