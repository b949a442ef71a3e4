// The manifest of an earlier run in the same folder: one of another command, or with other options, describes what this
// one does not, and is gone once this one is written.
import { join } from 'node:path';
import { canonicalJson } from '../records/identity.ts';
import type { Row } from '../storage/rows.ts';
import { earlierManifest } from '../storage/run-folder.ts';

/** Where a pipeline began is no other pipeline. */
const whole = (command: unknown): string => String(command).replace(/ --from .*/, '');

/**
 * What to say of the manifest that is about to be replaced; null where there is none, or it is of the same run. A pipeline
 * (`ofPipeline`) is resumed with other options in its folder.
 */
export async function replacedText(
  folder: string,
  { command, options }: Row,
  { label, ofPipeline }: { readonly label: string; readonly ofPipeline: boolean },
): Promise<string | null> {
  const earlier = await earlierManifest(folder);
  if (earlier === null) return null;
  const isOther = whole(earlier.command) !== whole(command);
  if (!isOther && ofPipeline) return null;
  if (!isOther && canonicalJson(earlier.options ?? null) === canonicalJson(options ?? null)) return null;
  const what = isOther ? earlier.command : `${label} with other options`;
  const results = ofPipeline ? ', and so are its results' : '';
  return `latebench ${label}: ${join(folder, 'manifest.json')}, of ${what} (${earlier.created_at}), is replaced${results}; the replies of both runs are kept. Give each run a separate --run to keep both manifests`;
}
