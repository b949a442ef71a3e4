// Asks a Parquet file that has just been written how many rows it has.
import { open } from 'node:fs/promises';
import { ParquetFile } from 'parquet-wasm';
import { FileBlob } from './file-blob.ts';

export async function countFooterRows(path: string): Promise<number> {
  const file = await open(path, 'r');
  try {
    let failure: unknown;
    const { size } = await file.stat();
    const blob = new FileBlob(file.fd, 0, size, (cause) => {
      failure = cause;
    });
    try {
      const parquet = await ParquetFile.fromFile(blob);
      return parquet.metadata().fileMetadata().numRows();
    } catch (cause) {
      throw failure ?? cause;
    }
  } finally {
    await file.close();
  }
}
