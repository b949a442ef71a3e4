// Tables that several processes read and write at the same time, in an lmdb environment: read fresh, changed in
// transactions, closed once. What is kept in them is for the reply cache and the shared budget to say.
import { join } from 'node:path';
import type { Database, Key, RootDatabase } from 'lmdb';
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import { isDiskFull, requireRoom } from './disk-room.ts';
import { dataFileName, openEnvironment, withCause } from './environment.ts';
import { WriteBatches } from './write-batches.ts';

/** Once the disk was full, nothing is tried with less free space. */
const roomAgainBytes = 2 ** 20;

export interface StoreOptions<Tables> {
  /** For messages: `the reply cache`. */
  readonly what: string;
  /** Layout of the tables. A store of another version is rejected, never converted. */
  readonly schema: number;
  /** For messages: what to do when the store cannot be used. */
  readonly wayOut: string;
  readonly tables: (root: RootDatabase) => Tables;
}

/** What is used of a table. Writes belong into `write`. */
export type Table<V, K extends Key> = Pick<
  Database<V, K>,
  'doesExist' | 'get' | 'putSync' | 'removeSync' | 'clearSync' | 'getRange'
>;

export interface Store<Tables> {
  readonly dataFile: string;
  readonly tables: Tables;
  /** Runs `look` on the newest state that any process has committed. */
  read<T>(look: () => T): T;
  /**
   * Runs `change` alone among all processes; resolves when its writes are visible to all and on the disk. What is
   * decided on must be read inside. `change` reads before it writes: a throw in the middle would keep what was
   * written before it.
   */
  write<T>(change: () => T): Promise<T>;
  close(): Promise<void>;
}

type Named = Pick<StoreOptions<unknown>, 'what' | 'wayOut'>;

function storeError(error: unknown, folder: string, { what, wayOut }: Named): LateBenchError {
  if (isLateBenchError(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  const text = `${what} in ${folder} cannot be used (${message}); ${wayOut}`;
  return new LateBenchError('LB_STORE', text, { cause: error });
}

/** LB_DISK_FULL or LB_STORE, for what has failed in the folder of a store. */
export async function storeFailure(error: unknown, folder: string, named: Named): Promise<LateBenchError> {
  if (!(await isDiskFull(error, folder))) return storeError(error, folder, named);
  const message = `no space left to write ${named.what} in ${folder}; free some and run again`;
  return new LateBenchError('LB_DISK_FULL', message, { cause: error });
}

/** Two processes may make the same store at the same time: the first one's version is kept. */
async function checkVersion(root: RootDatabase, schema: number): Promise<void> {
  const about = root.openDB<number, string>({ name: 'about', encoding: 'json' });
  const version =
    about.get('schema') ??
    (await withCause(
      root.transaction(() => {
        const found = about.get('schema');
        if (found === undefined) about.putSync('schema', schema);
        return found ?? schema;
      }),
    ));
  if (version !== schema) {
    throw new Error(`it has layout ${version}, this version of latebench uses ${schema}`);
  }
}

export async function openStore<Tables>(
  folder: string,
  options: StoreOptions<Tables>,
): Promise<Store<Tables>> {
  const failed = (error: unknown): Promise<LateBenchError> => storeFailure(error, folder, options);
  const prepare = async (environment: RootDatabase): Promise<Tables> => {
    await checkVersion(environment, options.schema);
    return options.tables(environment);
  };
  const { root, prepared, close } = await openEnvironment(folder, prepare).catch(async (error: unknown) => {
    throw await failed(error);
  });

  let wasFull = false;
  const changes = new WriteBatches(root, async () => {
    if (wasFull) await requireRoom(folder, roomAgainBytes);
    wasFull = false;
  });
  let closing: Promise<void> | undefined;
  const mustBeOpen = (): void => {
    if (closing !== undefined) throw new LateBenchError('LB_INTERNAL', `${options.what} was closed`);
  };
  return {
    dataFile: join(folder, dataFileName),
    tables: prepared,
    read(look) {
      mustBeOpen();
      try {
        // A read transaction lives as long as the event turn: what others committed meanwhile is not in it.
        root.resetReadTxn();
        return look();
      } catch (error) {
        throw storeError(error, folder, options);
      }
    },
    async write(change) {
      mustBeOpen();
      try {
        return await changes.add(change);
      } catch (error) {
        const failure = await failed(error);
        wasFull ||= failure.code === 'LB_DISK_FULL';
        throw failure;
      }
    },
    close() {
      // lmdb ends the process when a write meets a closed environment, so the writes go first.
      closing ??= changes.settled().then(close);
      return closing;
    },
  };
}
