// The guidelines of a team, from a Markdown file: headings, paragraphs, lists and code, with formulas as in records. What
// Accept, Maybe and Reject mean is what is said under headings of these names. Nothing of the file is set as HTML.
import { readFile } from 'node:fs/promises';
import { LateBenchError } from '../errors.ts';
import type { Decision } from '../records/annotation.ts';
import { plainText } from '../records/plain-text.ts';
import type { GuidelineBlock, GuidelinesPage } from './api.ts';
import type { Passage } from './api-record.ts';
import { typeset } from './records/typeset.ts';

const maxBytes = 200_000;

const meaningHeadings: Readonly<Record<string, Decision>> = {
  accept: 'yes',
  yes: 'yes',
  maybe: 'maybe',
  reject: 'no',
  no: 'no',
};

/** Emphasis and links as their words. */
function plain(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\(([^)\s]*)[^)]*\)/g, (_, words: string, to: string) =>
      words === '' || words === to ? to : `${words} (${to})`,
    )
    .replace(/(\*\*|__)(?=\S)(.+?)\1/g, '$2')
    .replace(/(^|\W)[*_](?=\S)([^*_]+?)[*_](?=\W|$)/g, '$1$2')
    .replace(/`([^`]+)`/g, '$1');
}

/** The blocks of a Markdown text, in order. */
export function guidelineBlocks(markdown: string): GuidelineBlock[] {
  const blocks: GuidelineBlock[] = [];
  let paragraph: string[] = [];
  let code: string[] | null = null;
  const endParagraph = (): void => {
    if (paragraph.length > 0)
      blocks.push({ kind: 'paragraph', passage: typeset(plain(paragraph.join(' '))) });
    paragraph = [];
  };
  for (const line of markdown.replace(/<!--[\s\S]*?-->/g, '').split(/\r?\n/)) {
    if (/^\s*(```|~~~)/.test(line)) {
      endParagraph();
      if (code !== null) blocks.push({ kind: 'code', text: code.join('\n') });
      code = code === null ? [] : null;
      continue;
    }
    if (code !== null) {
      code.push(line);
      continue;
    }
    const [, marks, title] = /^(#{1,6})\s+(.+?)\s*#*\s*$/.exec(line) ?? [];
    const [, indent, mark, item] = /^(\s*)([-*+]|\d+[.)])\s+(.+)$/.exec(line) ?? [];
    if (marks !== undefined || item !== undefined || line.trim() === '') endParagraph();
    if (marks !== undefined) blocks.push({ kind: 'heading', level: marks.length, text: plain(title!) });
    else if (item !== undefined) {
      const number = /\d/.test(mark!) ? mark! : null;
      blocks.push({
        kind: 'item',
        depth: Math.floor(indent!.length / 2),
        number,
        passage: typeset(plain(item)),
      });
    } else if (line.trim() !== '') paragraph.push(line.trim());
  }
  endParagraph();
  if (code !== null) blocks.push({ kind: 'code', text: code.join('\n') });
  return blocks;
}

/** The first thing that is said under the heading of each decision. */
function meaningsOf(blocks: readonly GuidelineBlock[]): GuidelinesPage['meanings'] {
  const meanings: { -readonly [key in Decision]?: Passage } = {};
  for (const [at, block] of blocks.entries()) {
    if (block.kind !== 'heading') continue;
    const decision = meaningHeadings[block.text.trim().toLowerCase()];
    const next = blocks[at + 1];
    if (decision === undefined || next === undefined || !('passage' in next)) continue;
    meanings[decision] ??= next.passage;
  }
  return meanings;
}

/** Read anew for each page: guidelines change while people judge. */
export async function readGuidelines(path: string): Promise<GuidelinesPage> {
  let text: string;
  try {
    text = plainText(await readFile(path));
  } catch (cause) {
    throw new LateBenchError('LB_INPUT_MISSING', `the guidelines ${path} cannot be read`, { cause });
  }
  const blocks = guidelineBlocks(text.slice(0, maxBytes));
  return { blocks, meanings: meaningsOf(blocks) };
}
