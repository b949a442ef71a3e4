// The code blocks of a page, in order, and what the fence says about running them. Readers see none of it: GitHub, the
// site and `latebench help` show the language at most.
//
//   ```sh                    runs, and ends with exit code 0
//   ```sh exit 3             runs, and ends with exit code 3
//   ```sh serves             runs until it prints an address; then it gets Ctrl-C
//   ```sh not run: REASON    is not run here, for this reason (needs a GPU, takes hours, …)
//   ```text                  directly below such a block: what it prints; `…` stands for any text, alone on a line for any lines
import { readFileSync } from 'node:fs';

export interface CodeBlock {
  readonly page: string;
  /** Of its opening fence, from 1. */
  readonly line: number;
  readonly language: string;
  /** The rest of the fence. */
  readonly mark: string;
  readonly code: string;
  /** What the page says that it prints. */
  readonly shown: string | undefined;
}

/** @param page Path of a Markdown file. */
export function pageBlocks(page: string): CodeBlock[] {
  const text = readFileSync(page, 'utf8');
  const found = [...text.matchAll(/^```(\w*)(?: ([^\n]+))?\n([\s\S]*?)^```$/gm)];
  return found.map((fence, at) => {
    const [whole, language = '', mark = '', code = ''] = fence;
    const next = found[at + 1];
    const between = next && text.slice(fence.index + whole.length, next.index);
    const shown = next?.[1] === 'text' && between?.trim() === '' ? next[3] : undefined;
    return { page, line: text.slice(0, fence.index).split('\n').length, language, mark, code, shown };
  });
}

/** Of one language, as the fence names it. */
export function codeBlocks(page: string, language: string): string[] {
  return pageBlocks(page)
    .filter((block) => block.language === language)
    .map(({ code }) => code);
}

/** The reason why a block is not run, if it has one. */
export function notRun({ mark }: CodeBlock): string | undefined {
  return /^not run: (\S.*)$/.exec(mark)?.[1];
}

const linesOf = (text: string): string[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd());

/** A line of a page, in which `…` stands for any text. */
function pattern(line: string): RegExp {
  const parts = line.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'u');
}

/** Where what was printed differs from what a page shows; undefined where it does not. */
export function firstDifference(shown: string, printed: string): string | undefined {
  const lines = linesOf(printed);
  let from = 0;
  let anywhere = false;
  for (const line of linesOf(shown)) {
    if (line.trim() === '…') {
      anywhere = true;
      continue;
    }
    const like = pattern(line);
    const at = anywhere ? lines.findIndex((one, k) => k >= from && like.test(one)) : from;
    if (at === -1 || !like.test(lines[at] ?? ''))
      return `"${line}" is not there; next printed: ${JSON.stringify(lines[from] ?? 'nothing more')}`;
    from = at + 1;
    anywhere = false;
  }
  if (!anywhere && from < lines.length) return `${JSON.stringify(lines[from])} is printed and not shown`;
  return undefined;
}
