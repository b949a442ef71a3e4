// The manifest of an earlier run in the same folder: one of another command, or with other options, describes what this
// one does not, and is gone once this one is written.
import { readFile } from 'node:fs/promises';
import { canonicalJson } from '../records/identity.ts';
import { parseJson } from '../records/parse-json.ts';
import { isRow, type Row } from '../storage/rows.ts';

/** What to say of the manifest that is about to be replaced; null where there is none, or it is of the same run. */
export async function replacedText(
  path: string,
  { command, options }: Row,
  label: string,
): Promise<string | null> {
  let earlier: unknown;
  try {
    earlier = parseJson(await readFile(path, 'utf8'));
  } catch {
    return null;
  }
  if (!isRow(earlier) || typeof earlier.command !== 'string') return null;
  const same = canonicalJson(earlier.options ?? null) === canonicalJson(options ?? null);
  if (earlier.command === command && same) return null;
  const what = earlier.command === command ? `${label} with other options` : earlier.command;
  return `latebench ${label}: ${path}, of ${what} (${earlier.created_at}), is replaced; the replies of both runs are kept. Give each run a separate --run to keep both manifests`;
}
