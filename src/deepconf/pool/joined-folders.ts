// Versions up to 0.1 joined the parts of a problem by making a folder beside that of the problem and exchanging the two.
// One that was killed in between is mended here.
import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Side } from './layout.ts';

const hidden = /^\.(problem_id=.+)\.(old|joined)$/;

/** False when there is nothing to move; any other reason why it did not move is an error. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Ends what a killed process began: the old folder is away and the new one not yet in its place. */
export async function mendJoinedFolders(pool: string, sides: readonly Side[]): Promise<void> {
  for (const side of sides) {
    const names = await readdir(join(pool, side)).catch(() => [] as string[]);
    for (const folder of new Set(names.flatMap((name) => hidden.exec(name)?.[1] ?? []))) {
      const path = join(pool, side, folder);
      const beside = (what: 'old' | 'joined'): string => join(pool, side, `.${folder}.${what}`);
      // The new one, or, where even that was not made, the old one: then it is all there is. Nothing is removed below
      // unless this came to its end.
      if (!existsSync(path) && !(await moved(beside('joined'), path))) await moved(beside('old'), path);
      for (const what of ['old', 'joined'] as const) await rm(beside(what), { recursive: true, force: true });
    }
  }
}
