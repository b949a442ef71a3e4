// The files the browser gets: our bundle, KaTeX's style sheet and its fonts, by a fixed list of names; no request
// path ever becomes a file path.
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LateBenchError } from '../errors.ts';
import { packageRoot } from '../package-root.ts';
import { contentPolicy } from './security.ts';

export interface StaticFile {
  readonly path: string;
  readonly type: string;
}

/** By request path. */
export function staticFiles(): ReadonlyMap<string, StaticFile> {
  const bundle = join(packageRoot, 'dist', 'dashboard');
  if (!existsSync(join(bundle, 'app.js'))) {
    throw new LateBenchError(
      'LB_CONFIG',
      `the pages are not built: ${bundle} is missing; run npm run prepare`,
    );
  }
  const katex = join(dirname(createRequire(import.meta.url).resolve('katex/package.json')), 'dist');
  const fonts = readdirSync(join(katex, 'fonts')).filter((name) => name.endsWith('.woff2'));
  return new Map<string, StaticFile>([
    ['/app.js', { path: join(bundle, 'app.js'), type: 'text/javascript; charset=utf-8' }],
    ['/app.css', { path: join(bundle, 'app.css'), type: 'text/css; charset=utf-8' }],
    ['/katex.css', { path: join(katex, 'katex.min.css'), type: 'text/css; charset=utf-8' }],
    ...fonts.map((name): [string, StaticFile] => [
      `/fonts/${name}`,
      { path: join(katex, 'fonts', name), type: 'font/woff2' },
    ]),
  ]);
}

export function readStatic(file: StaticFile): Promise<Buffer> {
  return readFile(file.path);
}

/** Those of an exported site. */
export function siteFiles(): ReadonlyMap<string, StaticFile> {
  const path = join(packageRoot, 'dist', 'dashboard', 'site.js');
  return new Map([...staticFiles(), ['/site.js', { path, type: 'text/javascript; charset=utf-8' }]]);
}

/** Without what only a header can say. */
const sitePolicy = contentPolicy.replace(/; frame-ancestors 'none'/, '');

/** A page from file:// may load scripts, but no modules. */
function page(mode: 'server' | 'static', base: string, policy: string, scripts: readonly string[]): string {
  return `<!doctype html>
<html lang="en" data-mode="${mode}">
<head>
<meta charset="utf-8">
${policy}<meta name="viewport" content="width=device-width, initial-scale=1">
<title>LateBench</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}katex.css">
<link rel="stylesheet" href="${base}app.css">
${scripts.map((name) => `<script defer src="${base}${name}"></script>`).join('\n')}
</head>
<body><div id="app"></div><noscript>LateBench's dashboard needs JavaScript; nothing is loaded from elsewhere.</noscript></body>
</html>
`;
}

/** The one page; all content comes from the API. */
export function shell(): string {
  return page('server', '/', '', ['app.js']);
}

/** The page of an exported site: a server sends the policy in a header, a file has to hold it itself. */
export function siteShell(): string {
  const policy = `<meta http-equiv="Content-Security-Policy" content="${sitePolicy}">\n`;
  return page('static', './', policy, ['site.js', 'app.js']);
}
