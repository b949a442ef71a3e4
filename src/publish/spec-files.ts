// The files that a spec names: paths from its folder, absolute paths, and addresses of the hub, as in pipelines.
import { basename, isAbsolute, resolve } from 'node:path';
import { isHubAddress, parseHubAddress } from '../datasets/hub/hub-address.ts';
import { isRemote, type OpenInput, openInputs, type RemoteInputs } from '../datasets/open-inputs.ts';
import { LateBenchError } from '../errors.ts';
import { locationOf } from '../records/location.ts';
import { type JsonLine, jsonLinesOf } from '../storage/annotations.ts';
import { statInput } from '../storage/input-file.ts';
import type { BadRow } from '../storage/rows.ts';

export interface SpecPlace {
  /** Of the spec: relative paths begin there. */
  readonly folder: string;
  /** Opens addresses of the hub. */
  readonly remote?: RemoteInputs | undefined;
}

const noRemote: RemoteInputs = async (address) => {
  throw new LateBenchError('LB_CONFIG', `${address}: this build reads files only; pass it \`remote\``);
};

function pathOf(folder: string, file: string): string {
  return isRemote(file) ? file : resolve(folder, file);
}

/** What publications call it: folders of this machine stay out of them. */
export function publishedName(file: string): string {
  return isAbsolute(file) ? basename(file) : file;
}

/** Throws LB_INPUT_MISSING for a file that is not there, LB_USAGE for a malformed address. */
export async function checkSpecFile(folder: string, file: string): Promise<void> {
  if (isHubAddress(file)) parseHubAddress(file);
  else if (!isRemote(file)) await statInput(pathOf(folder, file));
}

export function openSpecFile(
  { folder, remote = noRemote }: SpecPlace,
  file: string,
): Promise<readonly OpenInput[]> {
  return openInputs([pathOf(folder, file)], { remote });
}

/** The lines of an annotation file. */
export async function linesOfSpecFile(place: SpecPlace, file: string): Promise<JsonLine[]> {
  if (!isRemote(file)) return jsonLinesOf(pathOf(place.folder, file));
  const lines: JsonLine[] = [];
  const onBad = ({ message, where }: BadRow): void => {
    lines.push({ line: where.line ?? 0, value: message, bad: true });
  };
  for (const input of await openSpecFile(place, file)) {
    for await (const rows of input.read({ onBad })) {
      for (const row of rows) lines.push({ line: locationOf(row)?.line ?? 0, value: row, bad: false });
    }
  }
  return lines;
}
