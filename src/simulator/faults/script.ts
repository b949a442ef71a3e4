// A fault script at work: numbers the calls and their attempts, and says which rule applies to each.
import { seedFrom } from '../../statistics/random.ts';
import type { ReadyRule } from './fault.ts';
import { applies } from './when.ts';

export interface Arrival {
  /** Hash of the body. */
  readonly request: string;
  /** The text of all messages. */
  readonly prompt: string;
}

export interface FaultScript {
  /** Call once for each call whose body has arrived; the first rule that applies, or null. */
  arrive(arrival: Arrival): ReadyRule | null;
  /** Call once for each call that arrived, when its connection is free again or closed. */
  leave(): void;
}

export function createFaultScript(rules: readonly ReadyRule[], seed: number): FaultScript {
  if (rules.length === 0) return { arrive: () => null, leave: () => {} };
  const attempts = new Map<string, number>();
  const seeds = rules.map((_rule, index) => seedFrom(seed, 'fault', index));
  let calls = 0;
  let inFlight = 0;
  let firstAt: number | undefined;
  return {
    arrive({ request, prompt }) {
      const now = performance.now();
      firstAt ??= now;
      calls += 1;
      inFlight += 1;
      const attempt = (attempts.get(request) ?? 0) + 1;
      attempts.set(request, attempt);
      const sighting = { call: calls, sinceFirstMs: now - firstAt, attempt, inFlight, request, prompt };
      return rules.find(({ when }, index) => applies(when, sighting, seeds[index]!)) ?? null;
    },
    leave() {
      inFlight -= 1;
    },
  };
}
