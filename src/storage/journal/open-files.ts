// Files that are kept open from one read to the next: opening and closing one takes longer than reading a reply in it.
import type { FileHandle } from 'node:fs/promises';

/** A journal is most often one to three files. */
const maxKept = 16;

interface OpenFile {
  readonly handle: Promise<FileHandle>;
  /** Reads under way. */
  users: number;
}

export class OpenFiles {
  /** The one used last comes last. */
  readonly #files = new Map<string, OpenFile>();
  #closed = false;
  readonly #opened: (path: string) => Promise<FileHandle>;

  constructor(opened: (path: string) => Promise<FileHandle>) {
    this.#opened = opened;
  }

  /** Whatever `work` throws, and what opening the file does. */
  async with<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
    const file = this.#files.get(path) ?? { handle: this.#opened(path), users: 0 };
    this.#files.delete(path);
    this.#files.set(path, file);
    file.users += 1;
    try {
      return await work(await file.handle);
    } catch (error) {
      // It may be gone, or another one by now: the next who asks opens it anew.
      if (this.#files.get(path) === file) this.#files.delete(path);
      throw error;
    } finally {
      file.users -= 1;
      if (file.users === 0 && this.#files.get(path) !== file) await close(file);
      if (this.#closed || this.#files.size > maxKept) await this.#closeSpare();
    }
  }

  /** What is read later is opened for that read alone. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#closeSpare();
  }

  async #closeSpare(): Promise<void> {
    const spare = [...this.#files].filter(([, { users }]) => users === 0);
    const kept = this.#closed ? 0 : maxKept;
    const closed = spare.slice(0, Math.max(0, this.#files.size - kept));
    for (const [path] of closed) this.#files.delete(path);
    await Promise.all(closed.map(([, file]) => close(file)));
  }
}

/** One that could not be opened has told whoever asked for it. */
async function close({ handle }: OpenFile): Promise<void> {
  const opened = await handle.catch(() => undefined);
  await opened?.close();
}
