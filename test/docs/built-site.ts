// The built site as a browser would find it: every address in its pages that leads into the site, with its anchor.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Links } from './links.ts';

function decoded(text: string): string {
  return decodeURIComponent(text.replaceAll('&amp;', '&'));
}

/** @param folder What VitePress built, for the root of a server. */
export function checkBuiltSite(folder: string): Links {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.html'),
  );
  const texts = new Map(pages.map((path) => [join(folder, path), readFileSync(join(folder, path), 'utf8')]));
  const ids = new Map(
    [...texts].map(([path, text]) => [
      path,
      new Set([...text.matchAll(/\bid="([^"]*)"/g)].map(([, id = '']) => decoded(id))),
    ]),
  );
  const broken: string[] = [];
  let checked = 0;
  for (const [page, text] of texts) {
    for (const [, address = ''] of text.matchAll(/\b(?:href|src)="([^"]*)"/g)) {
      if (/^[a-z]+:/.test(address)) {
        if (!/^https?:/.test(address)) continue;
        // What a page loads must come with the site.
        if (text.includes(`src="${address}"`)) broken.push(`${page}: ${address} is loaded from elsewhere`);
        continue;
      }
      checked += 1;
      const [path = '', anchor = ''] = decoded(address).split('#');
      const file = path === '' ? page : path.startsWith('/') ? join(folder, path) : join(dirname(page), path);
      const target = [file, `${file}.html`, join(file, 'index.html')].find(
        (one) => existsSync(one) && /\.\w+$/.test(one),
      );
      if (target === undefined || (anchor !== '' && ids.get(target)?.has(anchor) === false))
        broken.push(`${page}: ${address}`);
    }
  }
  return { checked, broken };
}
