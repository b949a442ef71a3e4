// Bytes from a stream as a Buffer, which is what the scanners search: the same memory, not a copy.

/** @param bytes What a stream yields: a Buffer from files and pipes, a plain Uint8Array from elsewhere. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
