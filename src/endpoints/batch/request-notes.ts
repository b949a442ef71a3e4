// The requests of a run that are noted for the next batch: in a file that becomes a batch when it is full or closed.
import { type BatchLine, createRequestFile, type KnownBatch, type RequestFile } from './batch-files.ts';

const maxBytes = 50 << 20;

export interface RequestNotes {
  /** `body`: the request as it is sent. */
  add(line: Pick<BatchLine, 'key' | 'sample'>, body: string): Promise<void>;
  /** Makes a batch of what is noted. */
  publish(): Promise<void>;
}

export interface RequestNotesOptions {
  readonly run: string;
  /** Names the files: `critic` gives `critic-0001`. */
  readonly label: string;
  /** Grows by each file. */
  readonly batches: KnownBatch[];
  readonly maxRequests: number;
}

export function createRequestNotes({ run, label, batches, maxRequests }: RequestNotesOptions): RequestNotes {
  let file: Promise<RequestFile> | undefined;
  let current: RequestFile | undefined;
  let name = '';
  const publish = async (): Promise<void> => {
    if (current === undefined) return;
    const done = current;
    current = undefined;
    file = undefined;
    await done.publish();
    batches.push({ name, id: null, ended: null });
  };
  return {
    publish,
    async add(line, body) {
      if (file === undefined) {
        name = `${label}-${String(batches.length + 1).padStart(4, '0')}`;
        file = createRequestFile(run, name).then((made) => {
          current = made;
          return made;
        });
      }
      const into = await file;
      into.add(line, body);
      if (into === current && (into.requests >= maxRequests || into.bytes >= maxBytes)) await publish();
    },
  };
}
