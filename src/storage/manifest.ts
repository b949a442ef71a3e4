// What a run was made from: enough to say whether another run is the same, and to recompute its results. Never a
// key or a secret. Written last, whole.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../package-root.ts';
import { schemaVersion } from '../records/schema-version.ts';
import { toolVersion } from '../version.ts';
import { writeJsonAtomic } from './atomic-write.ts';

export interface ManifestFacts {
  readonly command: string;
  readonly inputs: readonly {
    readonly path: string;
    readonly bytes: number;
    readonly sha256: string | null;
  }[];
  /** Each stage with its version and what it was built with (prompt hashes and sampling included). */
  readonly stages: readonly { readonly name: string; readonly version: string; readonly config: unknown }[];
  readonly endpoints: readonly {
    readonly role: string;
    readonly name: string;
    readonly model: string;
    /** Parameters that were not sent as the stages asked, because the server refuses them. */
    readonly adapted?: readonly string[] | undefined;
  }[];
  /** Each stage's options as they were given, and with their defaults filled in. */
  readonly options?: readonly { readonly use: string; readonly with: unknown }[];
  readonly resolved?: readonly { readonly use: string; readonly with: unknown }[];
  readonly seed: number;
  readonly counts: Readonly<Record<string, unknown>>;
  /** Calls and tokens by model. */
  readonly spent?: unknown;
  /** Where generated records came from, when a pipeline made them. */
  readonly source?: unknown;
  /** The stages and the score as a pipeline declares them: what `verify-run` builds them from again. */
  readonly declaration?: unknown;
  /** Bytes and sha256 of each file that a finished run left in its folder: how `verify-run` finds one that was changed. */
  readonly outputs?: unknown;
  /** False when the run was stopped early. */
  readonly complete: boolean;
}

/** The commit of the source tree the tool runs from; null for an installed package. */
function gitRevision(): string | null {
  try {
    const folder = join(packageRoot, '.git');
    const head = readFileSync(join(folder, 'HEAD'), 'utf8').trim();
    if (!head.startsWith('ref: ')) return head;
    const name = head.slice(5);
    try {
      return readFileSync(join(folder, name), 'utf8').trim();
    } catch {
      const packed = readFileSync(join(folder, 'packed-refs'), 'utf8');
      return (
        packed
          .split('\n')
          .find((line) => line.endsWith(` ${name}`))
          ?.split(' ')[0] ?? null
      );
    }
  } catch {
    return null;
  }
}

export async function writeManifest(
  path: string,
  facts: ManifestFacts,
  now: Date = new Date(),
): Promise<void> {
  await writeJsonAtomic(path, {
    tool: 'latebench',
    tool_version: toolVersion,
    schema_version: schemaVersion,
    node: process.version,
    git_revision: gitRevision(),
    created_at: now.toISOString(),
    ...facts,
  });
}
