// What an exported site holds: an index, and the records in chunks. Each is a script, because pages from file:// can load
// scripts and nothing else; what it hands over is JSON, deflated, in base64.
import type { Annotation } from '../../records/annotation.ts';
import type { Compared } from '../analysis/compare.ts';
import type { Session, SourceFacts } from '../api.ts';

export interface SiteChunk {
  readonly name: string;
  readonly firstRow: number;
  readonly rows: number;
}

export interface SiteSource extends Pick<SourceFacts, 'id' | 'name' | 'key' | 'rows'> {
  readonly chunks: readonly SiteChunk[];
  readonly annotations: readonly Annotation[];
  /** As `Compared`, with lists in place of typed arrays; null where there are exercises only. */
  readonly compared:
    | (Omit<Compared, 'labels' | 'named'> & {
        readonly labels: readonly number[];
        readonly named: readonly (readonly [string, readonly number[]])[];
      })
    | null;
}

export interface SiteIndex {
  readonly session: Session;
  readonly sources: readonly SiteSource[];
  /** Answers that were worked out beforehand, by request path. */
  readonly answers: Readonly<Record<string, unknown>>;
}

export const indexName = 'index';

/** The script of a chunk; `text` is base64. */
export function chunkScript(name: string, text: string): string {
  return `latebenchData(${JSON.stringify(name)},${JSON.stringify(text)});\n`;
}

export async function unpack<T>(base64: string): Promise<T> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return JSON.parse(await new Response(inflated).text()) as T;
}
