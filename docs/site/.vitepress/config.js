// The site over docs/: every page that ships with the package, in the four parts of parts.json. Search is local, so that
// the built folder works without a network; nothing is loaded from elsewhere.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { slug } from '../slug.ts';

const site = dirname(dirname(fileURLToPath(import.meta.url)));
const pages = dirname(site);
const parts = JSON.parse(readFileSync(join(site, 'parts.json'), 'utf8'));

/** A page's own title, its first heading. */
function titleOf(name) {
  const text = readFileSync(join(pages, `${name}.md`), 'utf8');
  return /^# (.+)$/m.exec(text)?.[1] ?? name;
}

/** The sidebar: each part with its groups, each group with its pages. */
const sidebar = parts.map(({ title, groups }) => ({
  text: title,
  collapsed: false,
  items: groups.flatMap(({ title: group, pages: names }) => {
    const items = names.map((name) => ({ text: titleOf(name), link: `/${name}` }));
    return group === undefined ? items : [{ text: group, collapsed: true, items }];
  }),
}));

/** Pages are outside of this package: what they are compiled to finds Vue here. */
const vueOfThisPackage = {
  name: 'vue of this package',
  enforce: 'pre',
  resolveId(id, importer, options) {
    if (!/^vue(?:\/|$)/.test(id) || importer === undefined || importer.startsWith(site)) return null;
    return this.resolve(id, join(site, 'home.md'), { ...options, skipSelf: true });
  },
};

/** Braces in code are no expressions of Vue, as they are none in blocks of code. */
function asItIs({ renderer }) {
  const { code_inline: inline } = renderer.rules;
  renderer.rules.code_inline = (tokens, at, ...others) => {
    tokens[at].attrSet('v-pre', '');
    return inline(tokens, at, ...others);
  };
}

export default defineConfig({
  title: 'LateBench',
  description: 'Measures how well critics find late errors in mathematical solutions',
  lang: 'en-GB',
  srcDir: '..',
  outDir: 'dist',
  srcExclude: ['site/!(home).md', 'site/node_modules/**'],
  rewrites: { 'site/home.md': 'index.md' },
  // A built site opens from any folder of a web server.
  base: process.env.LATEBENCH_DOCS_BASE ?? '/',
  cleanUrls: false,
  lastUpdated: false,
  markdown: {
    html: false,
    anchor: { slugify: slug },
    theme: { light: 'github-light', dark: 'github-dark' },
    config: asItIs,
  },
  vite: { plugins: [vueOfThisPackage] },
  themeConfig: {
    outline: { level: [2, 3], label: 'On this page' },
    nav: parts.map(({ title, groups }) => ({ text: title, link: `/${groups[0].pages[0]}` })),
    sidebar,
    search: { provider: 'local' },
    docFooter: { prev: 'Previous', next: 'Next' },
  },
});
