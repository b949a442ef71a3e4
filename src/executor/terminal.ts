// What a run says and where: the streams of a process, or of a program that uses the library.
import { PassThrough, type Readable, type Writable } from 'node:stream';

export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  /** Writes a line to stderr, unless --quiet. */
  readonly say: (line: string) => void;
  /** False with --quiet and --progress off. */
  readonly showsProgress: boolean;
}

/** For programs: lines go to `say`, and no terminal shows the rest. */
export function silentTerminal(say: (line: string) => void): Terminal {
  const nowhere = new PassThrough();
  nowhere.resume();
  return { stdin: nowhere, stdout: nowhere, stderr: nowhere, say, showsProgress: false };
}
