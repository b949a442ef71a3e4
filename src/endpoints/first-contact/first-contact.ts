// Until one call has worked, nobody knows that the endpoint is what its settings say. So calls are patient for seconds
// instead of minutes, and when all that are on their way have failed, the run ends with the cause: most likely each
// further call would fail too. A call that fails while others work has failed alone, and the usual rules are for it.
// What is no reply at all may be paid for each time: only a few calls go first, and none that gets it is made again
// before the others have shown what they get.
import { failsOnlyItsRecord, isLateBenchError, LateBenchError } from '../../errors.ts';
import { type Call, type Link, observing, type Reply } from '../chain/chain.ts';
import { isNoReply, isOfOtherApi } from '../other-api.ts';
import { publicUrl } from '../redact.ts';
import { type Explain, explainer, type Place } from './explain.ts';
import { createModelsRoute, type ModelsRoute, type ModelsRouteOptions } from './models-route.ts';
import { createPatience, pauseMs } from './patience.ts';
import { createScout, type Scouting } from './scout.ts';
import { unlistedModel } from './unlisted-model.ts';

export interface FirstContact {
  /** No call has worked yet. */
  readonly pending: boolean;
  /** Asks for the models, once. Throws, in words for the user, where no call can work. */
  reach(signal: AbortSignal): Promise<void>;
  /** Waits for the first calls, which show what the server is. */
  turn(call: Call, signal: AbortSignal): Promise<void>;
  /** Notes the calls on the wire, and the first that works. */
  readonly watch: Link<Reply>;
  /** Milliseconds until the next attempt of a call that has failed since `sinceMs`; null where it is not tried again. */
  nextMs(error: LateBenchError, tries: number, sinceMs: number): number | null;
  /** Resolves where the usual rules are for the failure; throws what the call ends with. */
  judge(call: Call, error: LateBenchError): Promise<void>;
  /** The call has failed in a way that ends the run. */
  endsRun(call: Call, error: LateBenchError): void;
  /** The call has ended. */
  leave(call: Call): void;
  explain(error: LateBenchError): string;
}

export interface FirstContactOptions extends Pick<ModelsRouteOptions, 'baseUrl' | 'headers' | 'caFile'> {
  readonly place: Omit<Place, 'url'>;
  readonly waitForMs: number | undefined;
  /** An earlier process of the run had replies: where the server lists the model, each call fails alone. */
  readonly answered?: boolean;
  /** Receives a line when the server is waited for. */
  readonly say: (line: string) => void;
  /** Of endpoints that have the same server and key: one question serves them all. */
  readonly routes: Map<string, ModelsRoute>;
}

/** Of a server that lists the model: one call may be one that it cannot answer, several are not. */
const enoughOfKnown = 3;

/** Whether a server that lists no models has the API that is asked is not known: a reply may take minutes. */
const ofUnknown: Scouting = { calls: 1, aloneMs: 30_000 };
/** One that lists the model most likely has it, and what is no reply comes at once. */
const ofKnown: Scouting = { calls: enoughOfKnown, aloneMs: 2_000 };

interface Held {
  readonly error: LateBenchError;
  resolve(): void;
  reject(error: LateBenchError): void;
}

/** Tried again by whoever comes later (a dashboard stays open): the server may be there by then. */
function unusable(error: LateBenchError, message: string): LateBenchError {
  return new LateBenchError('LB_ENDPOINT_CONFIG', message, { retry: 'transient', cause: error.cause });
}

export function createFirstContact(options: FirstContactOptions): FirstContact {
  const { baseUrl, headers, caFile, routes, say, waitForMs, answered = false } = options;
  const url = publicUrl(baseUrl);
  const place: Place = { ...options.place, url };
  const { role, model } = place;
  const explained: Explain = explainer(place);
  const patience = createPatience(waitForMs);
  const onWire = new Set<Call>();
  const held = new Map<Call, Held>();
  const failed = new Set<Call>();
  let worked = false;
  let reached = false;
  let models: readonly string[] | null = null;
  const scout = createScout();

  const routeKey = JSON.stringify([baseUrl, headers]);
  const route = (): ModelsRoute => {
    const known =
      routes.get(routeKey) ??
      createModelsRoute({
        ...{ baseUrl, headers, caFile, patience },
        onWait: (error, maxMs) =>
          say(`${role}: waiting for ${url}, for at most ${Math.round(maxMs / 1000)} s: ${error.message}`),
      });
    routes.set(routeKey, known);
    return known;
  };
  const stop = (error: LateBenchError): LateBenchError => {
    const cause = failsOnlyItsRecord(error) ? unusable(error, error.message) : error;
    return new LateBenchError(cause.code, explained(cause, models), {
      retry: cause.retry,
      cause: cause.cause,
    });
  };
  const decide = (): void => {
    if (worked || held.size === 0 || held.size < onWire.size) return;
    const endings = [...held];
    held.clear();
    for (const [call] of endings) failed.add(call);
    const enough = models === null || failed.size >= enoughOfKnown;
    for (const [, { error, resolve, reject }] of endings) {
      if (enough) reject(stop(error));
      else if (isNoReply(error)) resolve();
      else reject(error);
    }
  };

  return {
    get pending() {
      return !worked;
    },
    async reach(signal) {
      if (reached) return;
      try {
        models = await route()(signal);
      } catch (error) {
        throw isLateBenchError(error) && error.code !== 'LB_ABORTED' ? stop(error) : error;
      }
      const unlisted = models === null ? null : unlistedModel(models, model);
      if (unlisted !== null) throw stop(new LateBenchError('LB_ENDPOINT_CONFIG', unlisted));
      reached = true;
      worked ||= answered && models !== null;
    },
    turn: async (call, signal) => {
      if (!worked && !answered) await scout.turn(call, signal, models === null ? ofUnknown : ofKnown);
    },
    watch: observing<Reply>({
      begin(call) {
        if (!worked) onWire.add(call);
      },
      failed(_, error) {
        // What may pass, or is this call's own, says nothing against the others.
        if (failsOnlyItsRecord(error) && !isNoReply(error)) scout.open();
      },
      ended(_, obtained) {
        if (worked) return obtained;
        worked = true;
        scout.open();
        onWire.clear();
        failed.clear();
        for (const { resolve } of held.values()) resolve();
        held.clear();
        return obtained;
      },
    }),
    nextMs(error, tries, sinceMs) {
      if (isOfOtherApi(error) || (models !== null && isNoReply(error))) return null;
      const left = patience.forMs(error) - (performance.now() - sinceMs);
      return left <= 0 ? null : Math.min(left, pauseMs(tries));
    },
    judge: (call, error) =>
      new Promise((resolve, reject) => {
        if (worked) {
          resolve();
          return;
        }
        onWire.add(call);
        held.set(call, { error, resolve, reject });
        decide();
      }),
    endsRun: (call, error) => scout.stop(call, error),
    leave(call) {
      scout.leave(call);
      if (onWire.delete(call)) decide();
    },
    explain: (error) => explained(error, models),
  };
}
