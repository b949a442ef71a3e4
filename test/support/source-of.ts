// Which source file a test is in. From Node 24 on, node:test names the script of a share (plain-shares.ts) instead.
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, resolve } from 'node:path';

/** Of events of node:test: lines and columns count from one. */
export interface TestPlace {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** By script; undefined for what has no map. */
const maps = new Map<string, SourceMap | undefined>();

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) {
    const path = `${file}.map`;
    const text = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    maps.set(file, text === undefined ? undefined : new SourceMap(JSON.parse(text) as SourceMapPayload));
  }
  return maps.get(file);
}

export function sourceOf({ file, line = 1, column = 1 }: TestPlace): string | undefined {
  const entry = file === undefined ? undefined : mapOf(file)?.findEntry(line - 1, column - 1);
  if (entry === undefined || !('originalSource' in entry)) return file;
  return resolve(dirname(file!), entry.originalSource as string);
}
