// Archives of plain files in the ustar form of POSIX.1-1988, which every `tar` reads. Only what a bundle needs: no links, no
// owners, no times, so that the same files make the same bytes.
import { LateBenchError } from '../errors.ts';

const block = 512;
const mode = 0o644;

export interface TarFile {
  /** With `/` between folders. */
  readonly name: string;
  readonly bytes: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** A name has 100 bytes, and 155 more for the folders before it. */
function splitName(name: string): readonly [folders: string, name: string] {
  if (Buffer.byteLength(name) <= 100) return ['', name];
  for (let slash = name.indexOf('/'); slash !== -1; slash = name.indexOf('/', slash + 1)) {
    const [folders, rest] = [name.slice(0, slash), name.slice(slash + 1)];
    if (Buffer.byteLength(rest) <= 100 && Buffer.byteLength(folders) <= 155) return [folders, rest];
  }
  throw new LateBenchError('LB_OUTPUT', `${name}: the name is too long for an archive`);
}

const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, '0')}\0`;

function headerOf({ name, bytes }: Pick<TarFile, 'name' | 'bytes'>): Buffer {
  const header = Buffer.alloc(block);
  const [folders, rest] = splitName(name);
  header.write(rest, 0);
  header.write(octal(mode, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(bytes, 12), 124);
  header.write(octal(0, 12), 136);
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write(folders, 345);
  header.write(`${octal(sumOf(header), 7)} `, 148);
  return header;
}

function sumOf(header: Uint8Array): number {
  let sum = 0;
  for (const byte of header) sum += byte;
  return sum;
}

const padding = (bytes: number): number => (block - (bytes % block)) % block;

/** The bytes of an archive. Fails where a file is not as long as it was said to be. */
export async function* writeTar(
  files: Iterable<TarFile> | AsyncIterable<TarFile>,
): AsyncGenerator<Uint8Array> {
  for await (const file of files) {
    yield headerOf(file);
    let bytes = 0;
    for await (const chunk of file.content) {
      bytes += chunk.length;
      yield chunk;
    }
    if (bytes !== file.bytes) {
      throw new LateBenchError(
        'LB_OUTPUT',
        `${file.name} has changed while it was read; run the command again`,
      );
    }
    yield Buffer.alloc(padding(bytes));
  }
  yield Buffer.alloc(2 * block);
}

/** Hands out so many bytes at a time from chunks of any length. */
class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** At most so many of the next bytes; none at the end. */
  async some(max: number): Promise<Uint8Array> {
    while (this.#rest.length === 0) {
      const next = await this.#chunks.next();
      if (next.done === true) return this.#rest;
      this.#rest = next.value;
    }
    const taken = this.#rest.subarray(0, max);
    this.#rest = this.#rest.subarray(taken.length);
    return taken;
  }

  async *next(count: number): AsyncGenerator<Uint8Array> {
    for (let left = count; left > 0; ) {
      const chunk = await this.some(left);
      if (chunk.length === 0) throw damaged('it ends too early');
      left -= chunk.length;
      yield chunk;
    }
  }

  async whole(count: number): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    for await (const chunk of this.next(count)) parts.push(chunk);
    return Buffer.concat(parts);
  }
}

const damaged = (why: string): LateBenchError =>
  new LateBenchError('LB_INPUT_READ', `the archive is damaged: ${why}`);

const textAt = (header: Buffer, start: number, length: number): string =>
  header.toString('utf8', start, start + length).replace(/\0[\s\S]*$/, '');

function readHeader(header: Buffer): Pick<TarFile, 'name' | 'bytes'> {
  const stated = Number.parseInt(textAt(header, 148, 8), 8);
  const plain = Buffer.from(header).fill(' ', 148, 156);
  if (stated !== sumOf(plain)) throw damaged('the head of a file in it is wrong');
  const [name, folders, kind] = [textAt(header, 0, 100), textAt(header, 345, 155), textAt(header, 156, 1)];
  const path = folders === '' ? name : `${folders}/${name}`;
  if (kind !== '0' && kind !== '') throw damaged(`${path} is not a plain file`);
  if (path === '' || path.startsWith('/') || path.split(/[/\\]/).includes('..') || /^[A-Za-z]:/.test(path)) {
    throw damaged(`${path} would lie outside of it`);
  }
  return { name: path, bytes: Number.parseInt(textAt(header, 124, 12), 8) };
}

/** The files of an archive, one after the other; the content of each is to be read, or left, before the next is asked for. */
export async function* readTar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TarFile> {
  const reader = new ByteReader(chunks);
  for (;;) {
    const header = await reader.whole(block);
    if (header.every((byte) => byte === 0)) return;
    const { name, bytes } = readHeader(header);
    let left = bytes;
    async function* content(): AsyncGenerator<Uint8Array> {
      for await (const chunk of reader.next(bytes)) {
        left -= chunk.length;
        yield chunk;
      }
    }
    yield { name, bytes, content: content() };
    for await (const _ of reader.next(left + padding(bytes)));
  }
}
