// The text of a file that a person wrote: editors and shells on Windows begin it with a byte order mark, or write UTF-16.

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}

/** The text without its byte order mark; what is no text in its encoding becomes U+FFFD. */
export function plainText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}
