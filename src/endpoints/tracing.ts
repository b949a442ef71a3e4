// A span a call, from the same events: for those who run an OpenTelemetry SDK. Its packages are optional peers, loaded
// only when the standard OTEL_* variables ask for traces.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Span, Tracer } from '@opentelemetry/api';
import { LateBenchError } from '../errors.ts';
import { toolVersion } from '../version.ts';
import { type EndpointEvent, endpointChannelName } from './events.ts';

/** Names follow the OpenTelemetry semantic conventions for generative AI where they have one. */
export function traceCalls(tracer: Tracer): () => void {
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
      spans.push(tracer.startSpan(`chat ${event.model}`, { attributes }));
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

/** Starts the SDK by its own environment variables; the function it gives flushes and stops it. */
export async function startTracing(): Promise<() => Promise<void>> {
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
  const { trace } = (await load('@opentelemetry/api')) as typeof import('@opentelemetry/api');
  const sdk = new NodeSDK({ serviceName: 'latebench' });
  sdk.start();
  const stop = traceCalls(trace.getTracer('latebench', toolVersion));
  return async () => {
    stop();
    await sdk.shutdown();
  };
}
