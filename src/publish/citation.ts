// How a version is cited: the entry of its spec, or one made from the name, the version and the sources.
import type { SourceFacts } from './sources.ts';
import type { DatasetSpec } from './spec.ts';

/** Characters that BibTeX reads as its own. */
function plain(text: string): string {
  return text.replace(/[{}\\]/g, '').replace(/[&%$#_]/g, (sign) => `\\${sign}`);
}

export interface Cited {
  readonly spec: Pick<DatasetSpec, 'name' | 'version' | 'about' | 'authors' | 'citation'>;
  readonly sources: readonly Pick<SourceFacts, 'source' | 'url'>[];
}

/** A BibTeX entry. It has no year: the same sources and spec give the same bytes whenever they are built. */
export function citationOf({ spec, sources }: Cited): string {
  const { name, version, about, authors, citation } = spec;
  if (citation !== undefined) return citation.trim();
  const from = sources.map(({ source, url }) => url ?? source).join(', ');
  const fields = {
    ...(authors.length === 0 ? {} : { author: authors.map(plain).join(' and ') }),
    title: `${plain(name)}: ${plain(about)}`,
    version,
    note: plain(`Made with LateBench from ${from}`),
  };
  const lines = Object.entries(fields).map(([field, value]) => `  ${field} = {${value}}`);
  return `@misc{${name}-${version},\n${lines.join(',\n')}\n}`;
}
