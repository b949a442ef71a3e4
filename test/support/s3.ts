// Object storage of the test's own: an S3 server of this process, on a free port.
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { freePort } from './free-port.ts';

interface Server {
  run(): Promise<unknown>;
  close(): Promise<void>;
}
type ServerClass = new (options: object) => Server;

const require = createRequire(import.meta.url);
const S3rver = require('@20minutes/s3rver') as ServerClass;

interface StoredObject {
  readonly bucket: string;
  readonly key: string;
  content: Readable | null;
}

interface FileStore {
  getResourcePath(bucket: string, key: string, kind: string): string;
  getObject(bucket: string, key: string, options?: object): Promise<StoredObject | null>;
  putObject(object: StoredObject): Promise<unknown>;
}

const Store = require('@20minutes/s3rver/lib/stores/filesystem.js') as { prototype: FileStore };
const { getObject, putObject } = Store.prototype;

/** The last request for each object. */
const turns = new Map<string, Promise<unknown>>();

/** Requests for one object, one after the other. */
function inTurn<T>(path: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(path) ?? Promise.resolve()).then(work, work);
  turns.set(path, turn);
  return turn;
}

Object.assign(Store.prototype, {
  // Its own writes an object in its place: whoever gets it meanwhile has the beginning, or the old length of the new one.
  putObject(this: FileStore, object: StoredObject): Promise<unknown> {
    const path = this.getResourcePath(object.bucket, object.key, 'object');
    return inTurn(path, () => putObject.call(this, object));
  },
  getObject(this: FileStore, bucket: string, key: string, options?: object): Promise<StoredObject | null> {
    return inTurn(this.getResourcePath(bucket, key, 'object'), async () => {
      const object = await getObject.call(this, bucket, key, options);
      if (object?.content != null) object.content = Readable.from([await buffer(object.content)]);
      return object;
    });
  },
  // Its own removes the folder of an object, where that is empty, with what another request has put there meanwhile.
  async deleteObject(this: FileStore, of: string, key: string): Promise<void> {
    for (const kind of ['object', 'object.md5', 'metadata.json'])
      await rm(this.getResourcePath(of, key, kind), { force: true });
  },
});

export interface S3Server {
  /** Of its one bucket. */
  readonly address: string;
  /** What a process needs to reach it. */
  readonly env: Readonly<Record<string, string>>;
  /** Connections to it are refused from now on; it keeps what it has. */
  stop(): Promise<void>;
  /** Again, at the same address, with what it had. */
  start(): Promise<void>;
}

const bucket = 'pool';

/** Its objects are files below the folder. */
export async function startS3(directory: string): Promise<S3Server> {
  const port = await freePort();
  const options = {
    ...{ port, address: '127.0.0.1', silent: true, directory },
    configureBuckets: [{ name: bucket }],
  };
  let server: Server | undefined;
  const start = async (): Promise<void> => {
    server = new S3rver(options);
    await server.run();
  };
  await start();
  return {
    address: `s3://${bucket}`,
    env: {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async stop() {
      const closing = server;
      server = undefined;
      await closing?.close();
    },
    start,
  };
}
