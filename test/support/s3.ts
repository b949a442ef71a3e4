// Object storage of the test's own: an S3 server of this process, on a free port.
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { freePort } from './free-port.ts';

interface Server {
  run(): Promise<unknown>;
  close(): Promise<void>;
}
type ServerClass = new (options: object) => Server;

const require = createRequire(import.meta.url);
const S3rver = require('@20minutes/s3rver') as ServerClass;

interface FileStore {
  getResourcePath(bucket: string, key: string, kind: string): string;
}

const Store = require('@20minutes/s3rver/lib/stores/filesystem.js') as { prototype: object };
// Its own removes the folder of an object, where that is empty, with what another request has put there meanwhile.
Object.assign(Store.prototype, {
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
