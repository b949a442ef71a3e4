// The manifest of an earlier run in the same folder: one of another command, or with other options, describes what this
// one does not, and is gone once this one is written.
import { readFile } from 'node:fs/promises';
import { canonicalJson } from '../records/identity.ts';

interface Described {
  readonly command?: unknown;
  readonly options?: unknown;
  readonly created_at?: unknown;
}

/** What to say of the manifest that is about to be replaced; null where there is none, or it is of the same run. */
export async function replacedText(
  path: string,
  { command, options }: Described,
  label: string,
): Promise<string | null> {
  let earlier: Described;
  try {
    earlier = JSON.parse(await readFile(path, 'utf8')) as Described;
  } catch {
    return null;
  }
  const same = canonicalJson(earlier.options ?? null) === canonicalJson(options ?? null);
  if (earlier.command === command && same) return null;
  const what = earlier.command === command ? `${label} with other options` : `${earlier.command}`;
  return `latebench ${label}: ${path}, of ${what} (${earlier.created_at}), is replaced; the replies of both runs are kept. Give each run a separate --run to keep both manifests`;
}
