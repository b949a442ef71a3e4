// Spellings that only the command line has: each turns one text into the value that pipelines and programs write.
import { basename } from 'node:path';
import { isRepoName } from '../datasets/hub/hub-address.ts';
import { parseSample } from '../datasets/sample.ts';
import { metricNames } from '../deepconf/metric-names.ts';
import { metrics as knownMetrics } from '../deepconf/trace-scores.ts';
import { LateBenchError } from '../errors.ts';
import { regionRule } from '../inject/region.ts';
import { toStepIndex } from '../records/steps.ts';
import { namedText } from '../storage/named-text.ts';

/** A text and where it came from, for messages. */
interface SourceText {
  readonly text: string;
  readonly source: string;
}

function fileText(path: string, flag: string): SourceText {
  return { text: namedText(path, `--${flag}`), source: basename(path) };
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function weights(text: string, flag: string): Record<string, number> {
  return Object.fromEntries(
    list(text).map((part) => {
      const [, key, number] = /^([\w-]+)=(\d+(?:\.\d+)?)$/.exec(part) ?? [];
      if (key !== undefined) return [key, Number(number)];
      throw new LateBenchError('LB_USAGE', `--${flag} ${part}: write KEY=WEIGHT, for example missing_case=3`);
    }),
  );
}

function shares(text: string, flag: string): [number, number] {
  const [, low, high] = /^(0?\.\d+|0|1)-(0?\.\d+|0|1(?:\.0*)?)$/.exec(text) ?? [];
  if (low !== undefined && Number(low) <= Number(high)) return [Number(low), Number(high)];
  throw new LateBenchError('LB_USAGE', `--${flag} ${text}: write two shares, for example 0.2-0.8`);
}

function stepFromOne(text: string, flag: string): number {
  if (/^\d+$/.test(text) && Number(text) >= 1) return toStepIndex(Number(text));
  throw new LateBenchError('LB_USAGE', `--${flag} ${text}: give a whole number of at least 1`);
}

function countOrShare(text: string): number | string {
  return 'count' in parseSample(text) ? Number(text) : text;
}

function metrics(text: string, flag: string): string[] {
  return list(text).map((part) => {
    const name = metricNames.find((known) => known === part.replaceAll('-', '_'));
    if (name !== undefined) return name;
    throw new LateBenchError('LB_USAGE', `--${flag} ${part}: choose among ${knownMetrics.join(', ')}`);
  });
}

function repository(text: string, flag: string): string {
  const name = text.replace(/^hf:/, '').replace(/^datasets\//, '');
  if (isRepoName(name)) return name;
  throw new LateBenchError('LB_USAGE', `--${flag} ${text}: write OWNER/NAME`);
}

export const spellings = {
  list,
  /** `avg,lowest`, under their other names too. */
  metrics,
  weights,
  /** `last-third`, `last-half`, `whole`, `0.4-0.8`. */
  region: regionRule,
  /** `0.2-0.8`: two shares, the lower one first. */
  shares,
  /** A step counted from 1; data count from 0. */
  stepFromOne,
  /** `200` or `10%`. */
  countOrShare,
  /** `OWNER/NAME`, `hf:OWNER/NAME`, `datasets/OWNER/NAME`. */
  repository,
  /** The name of a file that holds the text. */
  fileText,
  /** The text itself, or with an @ in front the file that holds it. */
  textOrFile: (text: string, flag: string): SourceText | Promise<SourceText> =>
    text.startsWith('@') ? fileText(text.slice(1), flag) : { text, source: `--${flag}` },
} as const satisfies Readonly<Record<string, (text: string, flag: string) => unknown>>;

export type Spelling = keyof typeof spellings;
