// Runs every block of a page that is a command or a program, in order, and holds what it prints to what the page shows.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { type CodeBlock, firstDifference, notRun, pageBlocks } from './code-blocks.ts';
import { filesNamedIn } from './page-files.ts';
import type { PageFolder } from './page-folder.ts';

/** What a page may hold that runs. */
export const languages = ['sh', 'ts'];

export interface PageOutcome {
  /** How many blocks ran, and of how many the output was compared. */
  readonly ran: number;
  readonly compared: number;
  /** Blocks that say why they are not run. */
  readonly left: readonly { readonly block: CodeBlock; readonly reason: string }[];
  /** What is not as the page says: the place and the reason. */
  readonly wrong: readonly string[];
}

/** Only the types are taken out of a program: a loader of TypeScript would read the whole library too. */
async function commandOf({ language, code, line }: CodeBlock, folder: PageFolder): Promise<string> {
  if (language !== 'ts') return code;
  const name = `example-${line}.mjs`;
  await writeFile(join(folder.path, name), (await transform(code, { loader: 'ts' })).code);
  return `node ${name}`;
}

async function runBlock(block: CodeBlock, folder: PageFolder): Promise<string | undefined> {
  const code = await commandOf(block, folder);
  const serves = block.mark === 'serves';
  const wanted = Number(/^exit (\d+)$/.exec(block.mark)?.[1] ?? 0);
  const outcome = await folder.run(code, { serves });
  if (outcome.code !== wanted) return `exit code ${outcome.code} instead of ${wanted}\n${outcome.text}`;
  const difference = block.shown === undefined ? undefined : firstDifference(block.shown, outcome.text);
  return difference === undefined ? undefined : `${difference}\n${outcome.text}`;
}

/** @param folder Where the page's commands run; they find there what the ones before them wrote. */
export async function runPage(page: string, folder: PageFolder): Promise<PageOutcome> {
  const blocks = pageBlocks(page).filter(({ language }) => languages.includes(language));
  const left: { block: CodeBlock; reason: string }[] = [];
  const wrong: string[] = [];
  let ran = 0;
  let compared = 0;
  const running = blocks.filter((block) => notRun(block) === undefined);
  const made = await folder.run(filesNamedIn(running.map(({ code }) => code).join('')));
  if (made.code !== 0) wrong.push(`${page}: the files that it names cannot be made\n${made.text}`);
  for (const block of blocks) {
    const reason = notRun(block);
    if (reason !== undefined) {
      left.push({ block, reason });
      continue;
    }
    const fault = await runBlock(block, folder);
    ran += 1;
    if (block.shown !== undefined) compared += 1;
    if (fault !== undefined) wrong.push(`${block.page}:${block.line}: ${fault}`);
  }
  return { ran, compared, left, wrong };
}
