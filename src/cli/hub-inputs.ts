// What a command reads from: files and standard input at once, the hub only when an address of it is named. A saved
// answer of the datasets server becomes the rows in it, whatever it came from.
import { isHubAddress, isWebAddress } from '../datasets/hub/hub-address.ts';
import { expandSavedRows } from '../datasets/hub/saved-rows.ts';
import { type InputOptions, inputName, readInput, statInput } from '../storage/input.ts';
import type { Row } from '../storage/rows.ts';
import type { Call } from './command.ts';
import type { HubSource } from './hub-source.ts';

/** One thing to read; what a user names may be several (the parts of a split). */
export interface OpenInput {
  /** For the manifest: says again exactly what was read. */
  readonly name: string;
  /** For adapters and messages; its last part is the subset's name. */
  readonly source: string;
  /** Bytes; null when that is not known. */
  readonly size: number | null;
  /** Known before it is read: of large files of the hub. */
  readonly sha256: string | null;
  read(options: Omit<InputOptions, 'stdin'>): AsyncIterable<readonly Row[]>;
}

async function fileInput(path: string, { stdin }: Pick<Call, 'stdin'>): Promise<OpenInput> {
  return {
    name: inputName(path),
    source: inputName(path),
    size: path === '-' ? null : (await statInput(path)).size,
    sha256: null,
    read: (options) => readInput(path, { ...options, stdin }),
  };
}

export interface OpenInputs {
  readonly inputs: readonly OpenInput[];
  /** To be called when everything is read. */
  dispose(): void;
}

/** Looks at all names before the first record, so that a typo in the last one is said at once. */
export async function openInputs(paths: readonly string[], call: Call): Promise<OpenInputs> {
  const isRemote = (path: string): boolean => isHubAddress(path) || isWebAddress(path);
  const hub: HubSource | undefined = paths.some(isRemote)
    ? (await import('./hub-source.ts')).openHubSource(call)
    : undefined;
  try {
    const found = await Promise.all(
      paths.map(async (path) =>
        hub !== undefined && isRemote(path) ? hub.inputs(path) : [await fileInput(path, call)],
      ),
    );
    const inputs = found.flat().map((input): OpenInput => {
      const { source } = input;
      const read: OpenInput['read'] = (options) =>
        expandSavedRows(input.read(options), source, options.onBad);
      return { ...input, read };
    });
    return { inputs, dispose: () => hub?.dispose() };
  } catch (error) {
    hub?.dispose();
    throw error;
  }
}
