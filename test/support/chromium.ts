// Where Debian's Chromium is, and how long tests and soaks wait for a page.
import { existsSync } from 'node:fs';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export function chromiumPath(): string | undefined {
  return process.env.CHROMIUM_PATH ?? places.find((path) => existsSync(path));
}

/** A page that hangs fails its test; one that is slow on a loaded machine does not. */
export const maxWaitMs = 120_000;
