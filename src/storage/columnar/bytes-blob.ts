// Bytes as the Blob that parquet-wasm reads from. A Blob of Node's own keeps a copy outside of the heap, which is not
// collected in time: a gigabyte of them was there after 1.6 million rows.

export class BytesBlob extends Blob {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    super([]);
    this.#bytes = bytes;
    Object.defineProperty(this, 'size', { value: bytes.length });
  }

  override slice(from = 0, to = this.size): BytesBlob {
    return new BytesBlob(this.#bytes.subarray(from, to));
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return new Uint8Array(this.#bytes).buffer;
  }
}
