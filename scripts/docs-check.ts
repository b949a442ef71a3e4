// `npm run docs:check`: builds the site, follows every link in the pages and on the built site, and runs every `sh` and
// `ts` block of the README and of docs/, comparing what it prints with what the page shows. Without a network. Name pages
// to run those alone: `npm run docs:check -- how-to README`.
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { checkBuiltSite } from '../test/docs/built-site.ts';
import { checkLinks } from '../test/docs/links.ts';
import { openPageFolder } from '../test/docs/page-folder.ts';
import { type PageOutcome, runPage } from '../test/docs/run-page.ts';

const pages = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
const asked = process.argv.slice(2);
const chosen = asked.length === 0 ? pages : pages.filter((page) => asked.includes(basename(page, '.md')));
const unknown = asked.filter((name) => !pages.some((page) => basename(page, '.md') === name));
if (unknown.length > 0) {
  console.error(
    `there is no page ${unknown.join(', ')}; pages are named without folder and .md: README, how-to`,
  );
  process.exit(2);
}
/** Pages at a time: most of a block is the start of a process. */
const lanes = 2;

async function outcomeOf(page: string): Promise<PageOutcome> {
  const path = await mkdtemp(join(tmpdir(), 'latebench-docs-'));
  const closing: (() => unknown)[] = [];
  try {
    const folder = await openPageFolder(
      { after: (close) => void closing.push(close as () => unknown) },
      path,
    );
    return await runPage(page, folder);
  } finally {
    for (const close of closing) await close();
    await rm(path, { recursive: true, force: true });
  }
}

const results = new Map<string, PageOutcome>();
const waiting = [...chosen];
const lane = async (): Promise<void> => {
  for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
    const outcome = await outcomeOf(page);
    results.set(page, outcome);
    const { ran, compared, left, wrong } = outcome;
    if (ran + left.length > 0)
      console.log(
        `${page}: ${ran} blocks run, ${compared} outputs compared, ${left.length} not run, ${wrong.length} wrong`,
      );
    for (const fault of wrong) console.log(`  ${fault.replaceAll('\n', '\n    ')}`);
  }
};
await Promise.all(Array.from({ length: lanes }, lane));

const all = [...results.values()];
const sum = (part: (one: PageOutcome) => number): number => all.reduce((total, one) => total + part(one), 0);
const links = checkLinks([...pages, 'ARCHITECTURE.md', 'CONTRIBUTING.md', join('docs', 'site', 'home.md')]);
const built = asked.length === 0 ? checkBuiltSite(join('docs', 'site', 'dist')) : { checked: 0, broken: [] };
for (const { block, reason } of all.flatMap(({ left }) => left))
  console.log(`not run: ${block.page}:${block.line}: ${reason}`);
for (const each of [...links.broken, ...built.broken]) console.log(`broken link: ${each}`);
const wrong = sum((one) => one.wrong.length);
console.log(
  `\n${sum((one) => one.ran)} blocks run, ${sum((one) => one.compared)} outputs compared, ${wrong} wrong; ` +
    `${sum((one) => one.left.length)} blocks not run, each with its reason\n` +
    `${links.checked} links in pages and ${built.checked} on the built site checked, ${links.broken.length + built.broken.length} broken`,
);
process.exitCode = wrong + links.broken.length + built.broken.length === 0 ? 0 : 1;
