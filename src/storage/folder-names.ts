// The names in a folder, read again only where the folder has changed: for whoever asks before each call.
import { readdirSync, statSync } from 'node:fs';

/** Two changes of a folder so close together may leave it the same time. */
const clockTickMs = 250;

export class FolderNames {
  readonly #folder: string;
  #names: readonly string[] = [];
  /** When the folder had changed last as it was read; absent where another change may have come with that. */
  #changed: bigint | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The very same list as before where nothing has changed; none without a folder. Throws what the system throws. */
  read(): readonly string[] {
    // By the way through a thread it would cost as much as all else of a stored reply.
    const changed = statSync(this.#folder, { bigint: true, throwIfNoEntry: false })?.mtimeNs;
    if (changed !== undefined && changed === this.#changed) return this.#names;
    const settled = changed === undefined || Date.now() - Number(changed / 1_000_000n) > clockTickMs;
    this.#names = changed === undefined ? [] : readdirSync(this.#folder);
    this.#changed = settled ? changed : undefined;
    return this.#names;
  }
}
