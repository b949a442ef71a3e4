// Compressed bodies: which are asked for, and how they are read. The size is limited before and after, because a few
// kilobytes can stand for gigabytes.
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { LateBenchError } from '../errors.ts';
import { headerOf } from '../http/retry-after.ts';
import type { RawResponse } from './response-handler.ts';

type Decode = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

/** Node 20 has no zstd. */
const { zstdDecompress } = zlib as unknown as { readonly zstdDecompress?: typeof zlib.gunzip };

const decoders: Readonly<Record<string, Decode>> = {
  gzip: promisify(zlib.gunzip) as Decode,
  'x-gzip': promisify(zlib.gunzip) as Decode,
  deflate: promisify(zlib.inflate) as Decode,
  br: promisify(zlib.brotliDecompress) as Decode,
  ...(zstdDecompress === undefined ? {} : { zstd: promisify(zstdDecompress) as Decode }),
};

export const acceptEncoding = ['gzip', 'br', 'zstd'].filter((name) => name in decoders).join(', ');

/** A server that encodes a body more often than this has nothing to say. */
const maxLayers = 3;

/** A reply larger than the limit; it would be as large the next time. */
export function tooLarge(where: string, maxBytes: number): LateBenchError {
  const limit = `${Math.round(maxBytes / (1 << 20))} MB`;
  return new LateBenchError(
    'LB_ENDPOINT_REPLY',
    `${where}: the reply is larger than ${limit}; --max-reply-mb sets the limit`,
  );
}

export function isEncoded({ headers, body }: RawResponse): boolean {
  return headers['content-encoding'] !== undefined && body.length > 0;
}

function unread(response: RawResponse, broken: string): RawResponse {
  const note = `${response.body.length} bytes were not kept: ${broken}`;
  return { ...response, body: Buffer.from(note), broken };
}

/**
 * The response with its body decompressed. A note takes the place of a broken body: what it holds compressed, such as a key
 * that the server echoes, could not be taken out of it.
 *
 * @throws LB_ENDPOINT_REPLY where the body is too large or in an encoding that cannot be read
 */
export async function decompressed(
  where: string,
  response: RawResponse,
  maxBytes: number,
): Promise<RawResponse> {
  const { headers, body } = response;
  const names = (headerOf(headers, 'content-encoding') ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length === 0 || body.length === 0) return response;
  if (names.length > maxLayers) return unread(response, `it is compressed ${names.length} times`);
  let decoded = body;
  for (const name of names.reverse()) {
    const decode = decoders[name];
    if (decode === undefined) {
      const message = `${where}: the reply is encoded as ${JSON.stringify(name.slice(0, 40))}, which cannot be read`;
      throw new LateBenchError('LB_ENDPOINT_REPLY', message);
    }
    try {
      decoded = await decode(decoded, { maxOutputLength: maxBytes });
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(where, maxBytes);
      return unread(response, `it is not valid ${name} (${code ?? (cause as Error).message})`);
    }
  }
  return { ...response, body: decoded };
}
