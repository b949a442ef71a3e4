// Before calls of a folder are made by this process alone: workers may have kept replies elsewhere.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { queueFileName } from '../storage/run-folder.ts';
import type { Session } from './session.ts';

/** Throws LB_CONFIG where replies of the folder are in a store, which only a queue reads. */
export async function checkRepliesHere(
  { queue, folder }: { readonly queue?: unknown; readonly folder?: string | undefined },
  { mode, freshRun }: Pick<Session, 'mode' | 'freshRun'>,
): Promise<void> {
  const calls = mode !== 'dry' && mode !== 'offline';
  // A run that was never on a queue loads nothing of it.
  if (!calls || queue !== undefined || folder === undefined || !existsSync(join(folder, queueFileName)))
    return;
  const { checkStore } = await import('./queue/paid-elsewhere.ts');
  await checkStore(folder, { freshRun });
}
