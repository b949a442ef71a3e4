// The requests of a run that are noted for the next batch: in a file that becomes a batch when it is full or closed.
import {
  type BatchLine,
  createRequestFile,
  type KnownBatch,
  type RequestFile,
  unsentBatch,
} from './batch-files.ts';

const maxBytes = 50 << 20;

export interface RequestNotes {
  /** `body`: the request as it is sent. */
  add(line: Pick<BatchLine, 'key' | 'sample'>, body: string): Promise<void>;
  /** Makes a batch of what is noted. */
  publish(): Promise<void>;
}

interface NamedFile {
  readonly name: string;
  readonly lines: RequestFile;
}

export interface RequestNotesOptions {
  readonly run: string;
  /** Names the files: `critic` gives `critic-0001`. */
  readonly label: string;
  /** Grows by each file. */
  readonly batches: KnownBatch[];
  /** Requests a file at most; may become fewer. */
  readonly maxRequests: () => number;
}

export function createRequestNotes({ run, label, batches, maxRequests }: RequestNotesOptions): RequestNotes {
  let file: Promise<NamedFile> | undefined;
  let current: NamedFile | undefined;
  // One may have been deleted: the name of another that is there is not given again.
  let made = Math.max(0, ...batches.map(({ name }) => Number(/\d+$/.exec(name)?.[0])));
  /** Files get their names when they are begun: the one before may not be published yet. */
  const begin = async (): Promise<NamedFile> => {
    made += 1;
    const name = `${label}-${String(made).padStart(4, '0')}`;
    current = { name, lines: await createRequestFile(run, name) };
    return current;
  };
  const publish = async (): Promise<void> => {
    if (current === undefined) return;
    const { name, lines } = current;
    current = undefined;
    file = undefined;
    await lines.publish();
    batches.push(unsentBatch(name));
  };
  return {
    publish,
    async add(line, body) {
      let into: NamedFile;
      do {
        file ??= begin();
        into = await file;
        // Others who waited for it too may have filled it, and it is closed.
      } while (into !== current);
      into.lines.add(line, body);
      const { requests, bytes } = into.lines;
      if (requests >= maxRequests() || bytes >= maxBytes) await publish();
    },
  };
}
