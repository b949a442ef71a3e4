// What a run says and where: the streams of a process, or of a program that uses the library.
import type { Readable, Writable } from 'node:stream';

export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  /** Writes a line to stderr, unless --quiet. */
  readonly say: (line: string) => void;
  /** False with --quiet and --progress off. */
  readonly showsProgress: boolean;
}
