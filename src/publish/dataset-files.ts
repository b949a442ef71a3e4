// The files of a dataset's folder that are published: those of its manifest, checked against it, and the manifest.
import { join } from 'node:path';
import type { PushFile } from '../datasets/hub/push.ts';
import { LateBenchError } from '../errors.ts';
import { digestOfFile } from '../storage/byte-digest.ts';
import { requireManifest } from './dataset-manifest.ts';
import { layout } from './layout.ts';

export interface DatasetFiles {
  readonly files: readonly PushFile[];
  /** For the title of a commit. */
  readonly name: string;
}

export async function datasetFiles(folder: string): Promise<DatasetFiles> {
  const { files, name, version } = await requireManifest(folder);
  const paths = Object.keys(files);
  for (const path of paths) {
    const found = await digestOfFile(join(folder, path)).catch(() => null);
    if (found?.sha256 === files[path]?.sha256) continue;
    const state = found === null ? 'is missing' : 'is not the one of the manifest';
    throw new LateBenchError(
      'LB_INPUT_READ',
      `${join(folder, path)} ${state}; build the dataset again before it is pushed (latebench dataset verify says more)`,
    );
  }
  return {
    files: [...paths, layout.manifest].map((path) => ({ local: join(folder, path), path })),
    name: `${name} ${version}`,
  };
}
