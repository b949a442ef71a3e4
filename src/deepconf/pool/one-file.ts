// The Parquet file of a pool that was opened last, in a thread that reads one file after the other.
import { type ParquetFile, ParquetReader } from '../../storage/columnar/parquet-file.ts';

export class OneFile {
  readonly #reader = new ParquetReader();
  #open: { readonly path: string; readonly file: ParquetFile } | undefined;

  /** As it is on the disk now; the file that was opened before is closed. */
  async open(path: string): Promise<ParquetFile> {
    this.#open = undefined;
    const file = await this.#reader.open(path);
    this.#open = { path, file };
    return file;
  }

  /** For a file that never changes: not opened again where it was opened last. */
  async same(path: string): Promise<ParquetFile> {
    return this.#open?.path === path ? this.#open.file : this.open(path);
  }

  close(): Promise<void> {
    this.#open = undefined;
    return this.#reader.close();
  }
}
