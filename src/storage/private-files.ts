// Who may read what may hold a model's replies, or what was asked: journals, cache, events, quarantine, run folders. Only
// the user who made them.

/** Of a file. */
export const privateFile = 0o600;
/** Of a folder; the files that are written into it as a whole take after it. */
export const privateFolder = 0o700;

/** Whether a folder's mode shuts everybody else out. */
export function isPrivate(mode: number): boolean {
  return (mode & 0o077) === 0;
}
