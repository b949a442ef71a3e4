// The simulated endpoint: a real HTTP server on loopback that speaks the OpenAI chat-completions dialect, and others
// (dialects/), for trying things out and for tests. It is no language model and solves nothing: see critic/, injector/
// and sampler/.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening } from '../http/listening.ts';
import { checkObject } from '../records/wrong-argument.ts';
import { apiError } from './api-error.ts';
import { type BatchSettings, createBatches, isBatchPath } from './batches.ts';
import { answerChat } from './chat-route.ts';
import { createCounts, type SimulatorCounts } from './counts.ts';
import { answerForeign, foreignFor } from './dialects/foreign.ts';
import { embeddingModel } from './embedding/embedding-model.ts';
import { embeddings } from './embedding/embeddings-route.ts';
import { isStale } from './faults/connection.ts';
import { type FaultRule, readFaultRules } from './faults/rules.ts';
import { createFaultScript } from './faults/script.ts';
import { tear } from './faults/tear.ts';
import { simulatedModels } from './models.ts';
import { answerNumbers } from './numbers-route.ts';
import { createRenderedReplies } from './rendered-replies.ts';
import { pooling } from './reward/pooling-route.ts';
import { rewardModel } from './reward/reward-model.ts';
import type { SamplerSettings } from './sampler/sampler-model.ts';
import { sendError, sendJson } from './send.ts';

export interface SimulatorOptions {
  /** 0, the default: any free port. */
  readonly port?: number | undefined;
  readonly host?: '127.0.0.1' | undefined;
  /** With another seed, the same requests are answered otherwise. */
  readonly seed?: number | undefined;
  /** Wait before each chat reply. */
  readonly latencyMs?: number | undefined;
  /** When set, requests under /v1 need it as bearer token. */
  readonly apiKey?: string | undefined;
  readonly maxBodyBytes?: number | undefined;
  readonly sampler?: Partial<SamplerSettings> | undefined;
  /** Make only this many different replies to a prompt, each once, and give them again: to put load on a client. */
  readonly distinctReplies?: number | undefined;
  /** Fault script for POST /v1/chat/completions: the first rule that applies to a call wins. */
  readonly faults?: readonly FaultRule[] | undefined;
  /** How batches go: how long each takes, and the share of requests that expire the first time they are sent. */
  readonly batches?: BatchSettings | undefined;
  /** Keep `counts.by_request`, about 100 bytes for each distinct body; true by default. */
  readonly requestCounts?: boolean | undefined;
}

/** A running simulated endpoint. Close it when done. */
export interface Simulator {
  /** The base URL, with `/v1`. */
  readonly url: string;
  /** Live; also served by GET /simulator/counts. */
  readonly counts: SimulatorCounts;
  /** Stops listening and cuts the connections that are open. */
  close(): Promise<void>;
}

const methods = new Map([
  ['/v1/models', 'GET'],
  ['/v1/chat/completions', 'POST'],
  ['/v1/embeddings', 'POST'],
  ['/pooling', 'POST'],
  ['/v1/pooling', 'POST'],
  ['/simulator/counts', 'GET'],
]);

/** In the header of any dialect. */
function hasKey({ headers }: IncomingMessage, key: string): boolean {
  const given = [headers['api-key'], headers['x-api-key'], headers['x-goog-api-key']];
  return headers.authorization === `Bearer ${key}` || given.includes(key);
}

/** Starts a simulated OpenAI-compatible endpoint on a local port. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  checkObject('startSimulator', 'options, an object', options);
  const {
    port = 0,
    host = '127.0.0.1',
    seed = 0,
    latencyMs = 0,
    apiKey,
    requestCounts = true,
    maxBodyBytes = 32 * 2 ** 20,
  } = options;
  const models = simulatedModels(seed, options.sampler ?? {});
  const rules = readFaultRules(options.faults ?? []);
  const faults = createFaultScript(rules, seed);
  const names = [...models.keys(), embeddingModel, rewardModel];
  const counts = createCounts(
    names,
    rules.map(({ label }) => label),
  );
  const rendered =
    options.distinctReplies === undefined ? undefined : createRenderedReplies(options.distinctReplies);
  const chat = { seed, models, counts, faults, latencyMs, maxBodyBytes, requestCounts, rendered };

  const batches = createBatches(chat, options.batches ?? {});

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url?.split('?')[0] ?? '';
    const foreign = foreignFor(path);
    const method = foreign !== undefined ? 'POST' : isBatchPath(path) ? request.method : methods.get(path);
    if (method === undefined) {
      return sendError(response, apiError(404, `there is no ${path} here`, { code: 'unknown_url' }));
    }
    if (request.method !== method) {
      response.setHeader('allow', method);
      const message = `${path} takes ${method}, not ${request.method}`;
      return sendError(response, apiError(405, message, { code: 'method_not_allowed' }));
    }
    if (path === '/simulator/counts') return sendJson(response, 200, counts);
    if (apiKey !== undefined && !hasKey(request, apiKey)) {
      return sendError(
        response,
        apiError(401, 'the API key is missing or wrong', { code: 'invalid_api_key' }),
      );
    }
    if (foreign !== undefined) return answerForeign(chat, foreign, request, response);
    if (path === '/v1/chat/completions') {
      return answerChat(chat, request, response);
    }
    if (isBatchPath(path)) return batches.answer(request, response, path);
    const numbers = { seed, counts, latencyMs, maxBodyBytes, requestCounts };
    if (path === '/v1/embeddings') return answerNumbers(embeddings, numbers, request, response);
    if (path.endsWith('/pooling')) return answerNumbers(pooling, numbers, request, response);
    const data = names.map((id) => ({
      id,
      object: 'model',
      created: 0,
      owned_by: 'latebench',
    }));
    sendJson(response, 200, { object: 'list', data });
  };

  const server = createServer((request, response) => {
    if (isStale(request.socket)) {
      tear(request.socket, 'reset');
      return;
    }
    answer(request, response).catch((error: unknown) => {
      // A client that left is counted by the route; anything else is a fault of the simulation itself.
      if (response.destroyed) return;
      if (response.headersSent) response.destroy();
      else
        sendError(
          response,
          apiError(500, `the simulation failed: ${String(error)}`, { code: 'simulator_fault' }),
        );
    });
  });
  const own = await listening(server, { host, port });
  const stop = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  let stopped: Promise<void> | undefined;
  return {
    url: `http://${host}:${own}/v1`,
    counts,
    close: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}
