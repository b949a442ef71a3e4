// Why calls are tried again or not made at all, in words for the progress line; nothing once that is over.
import { shortMessage } from './failure-tally.ts';

export interface Trouble {
  /** `message`: without secrets. */
  retried(message: string): void;
  /** No call is made for so long. */
  paused(message: string, milliseconds: number): void;
  /** Empty where calls go through. */
  text(): string;
}

/** A retry that was longer ago is no news. */
const newsMs = 15_000;
const maxChars = 60;

function short(message: string): string {
  const line = shortMessage(message);
  return line.length > maxChars ? `${line.slice(0, maxChars - 1)}…` : line;
}

export function createTrouble(now: () => number = Date.now): Trouble {
  let retry = { message: '', at: Number.NEGATIVE_INFINITY };
  let pause = { message: '', until: Number.NEGATIVE_INFINITY };
  return {
    retried(message) {
      retry = { message, at: now() };
    },
    paused(message, milliseconds) {
      pause = { message, until: now() + milliseconds };
    },
    text() {
      if (pause.until > now()) {
        const until = new Date(pause.until).toLocaleTimeString('en-GB');
        return `no calls until ${until}: ${short(pause.message)}`;
      }
      return now() - retry.at < newsMs ? `retrying: ${short(retry.message)}` : '';
    },
  };
}
