// Reads the one file of a multipart/form-data upload (RFC 7578); other fields are passed over.

/** Null where there is none. */
export function readUpload(contentType: string, body: Buffer): Buffer | null {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  if (boundary === undefined) return null;
  const mark = Buffer.from(`--${boundary}`);
  let at = body.indexOf(mark);
  while (at !== -1) {
    const head = at + mark.length + 2;
    const headEnd = body.indexOf('\r\n\r\n', head);
    const next = body.indexOf(mark, head);
    if (headEnd === -1 || next === -1) return null;
    if (/;\s*filename=/i.test(body.toString('latin1', head, headEnd)))
      return body.subarray(headEnd + 4, next - 2);
    at = next;
  }
  return null;
}
