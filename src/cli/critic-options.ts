// What the options of `latebench critic` ask of its stage, and the texts that they name.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CriticOptions } from '../critic/critic.ts';
import type { SourceText } from '../critic/protocols.ts';
import { LateBenchError } from '../errors.ts';
import type { Protocol, Wording } from '../records/protocols.ts';
import type { CombineRule } from '../statistics/combine-steps.ts';
import type { TieRule } from '../statistics/majority.ts';
import type { ParsedOptions } from './option.ts';

async function textOf(path: string, option: string): Promise<SourceText> {
  try {
    const text = await readFile(path, 'utf8');
    return { text: text.replace(/^\uFEFF/, ''), source: basename(path) };
  } catch (cause) {
    throw new LateBenchError('LB_INPUT_MISSING', `--${option} ${path}: ${(cause as Error).message}`, {
      cause,
    });
  }
}

/** The text itself, or with an @ in front the file that holds it. */
async function systemOf(given: string | undefined): Promise<SourceText | undefined> {
  if (given === undefined) return undefined;
  return given.startsWith('@') ? textOf(given.slice(1), 'system') : { text: given, source: '--system' };
}

export async function criticOptions(options: ParsedOptions): Promise<Omit<CriticOptions, 'endpoint'>> {
  const template = options.text('template');
  return {
    protocol: options.text('protocol') as Protocol,
    wording: options.text('wording') as Wording | undefined,
    template: template === undefined ? undefined : await textOf(template, 'template'),
    system: await systemOf(options.text('system')),
    votes: options.whole('votes', 1) ?? 1,
    tie: options.text('tie') as TieRule | undefined,
    combine: options.text('combine') as CombineRule | undefined,
    earlyStop: options.flag('early-stop-votes'),
    keepReplies: options.flag('keep-replies'),
    probe: options.text('probe') as 'length' | undefined,
    preset: options.text('preset'),
    temperature: options.number('temperature', 0, 2),
    topP: options.number('top-p', 0, 1),
    topK: options.whole('top-k', 1),
    maxTokens: options.whole('max-tokens', 1),
    name: options.text('name'),
    seed: options.whole('seed', 0) ?? 0,
  };
}
