// What a run folder's manifest says of the pool that was read: the two files that name its traces and problems.
import { readFile } from 'node:fs/promises';
import { sha256Hex } from '../records/identity.ts';
import type { ManifestFacts } from '../storage/manifest.ts';
import { problemsPath, settingsPath } from './pool/layout.ts';

export function poolInputs(pool: string): Promise<ManifestFacts['inputs']> {
  return Promise.all(
    [settingsPath(pool), problemsPath(pool)].map(async (path) => {
      const content = await readFile(path);
      return { path, bytes: content.length, sha256: sha256Hex(content) };
    }),
  );
}
