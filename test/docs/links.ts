// Links between the pages of the repository: to a file that is there and to a heading in it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { slug } from '../../docs/site/slug.ts';

export interface Links {
  readonly checked: number;
  /** `PAGE: TARGET`. */
  readonly broken: readonly string[];
}

function headingsOf(path: string): Set<string> {
  const text = readFileSync(path, 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
  return new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slug(heading)));
}

/** Links with a scheme are not followed: nothing here reaches a network. */
export function checkLinks(pages: readonly string[]): Links {
  const broken: string[] = [];
  let checked = 0;
  for (const page of pages) {
    const text = readFileSync(page, 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      checked += 1;
      const [file = '', anchor] = target.split('#');
      const path = file === '' ? page : join(page, '..', file);
      if (!existsSync(path) || (anchor !== undefined && !headingsOf(path).has(anchor)))
        broken.push(`${page}: ${target}`);
    }
  }
  return { checked, broken };
}
