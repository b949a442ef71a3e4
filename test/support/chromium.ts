// Where Debian's Chromium is, and how long tests and soaks wait for a page.
import { existsSync } from 'node:fs';

/** The one without windows first: it takes a fifth less processor time. */
const places = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);

export function chromiumPath(): string | undefined {
  return process.env.CHROMIUM_PATH ?? places.find((path) => existsSync(path));
}

/** A page that hangs fails its test; one that is slow on a loaded machine does not. */
export const maxWaitMs = 120_000;
