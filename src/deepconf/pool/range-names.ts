// A range file under its hidden name gets its own once the files whose place it takes are gone.
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../../storage/atomic-write.ts';
import { hiddenRangePath, rangePath, type Side } from './layout.ts';

export async function publishRange(pool: string, side: Side, range: number): Promise<void> {
  await rename(hiddenRangePath(pool, side, range), rangePath(pool, side, range));
  await syncFolder(join(pool, side));
}
