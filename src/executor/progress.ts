// Progress on stderr: one rewritten line on a terminal, a plain line every 30 seconds elsewhere, and one summary
// line at the end.

import { callsText, spentText, tokensText } from '../endpoints/spent-text.ts';
import type { ModelCounters } from '../endpoints/usage-counters.ts';
import { formatCount, formatSeconds } from '../report/format.ts';
import { wrapped } from '../report/wrap-columns.ts';
import { droppedIn } from '../stream/tally.ts';
import type { BadCounts, PassCounts } from './counts-since.ts';
import { fittingLine } from './fitting-line.ts';
import { startLiveLine } from './live-line.ts';
import { tellShare } from './progress-events.ts';
import type { Terminal } from './terminal.ts';

export interface ProgressSource {
  readonly label: string;
  readonly tally: PassCounts;
  readonly policy: BadCounts;
  /** Share of the input that has been read, 0 to 1; null when its size is not known. */
  readonly inputShare: () => number | null;
  /** Share of the work that is done, 0 to 1, where that is known better than from the input. */
  readonly doneShare?: (() => number | null) | undefined;
  readonly spent?: (() => ModelCounters) | undefined;
  /** What the command itself counts. */
  readonly detail?: (() => string) | undefined;
}

export interface Progress {
  /** Ends the live line; with `summary`, says how it went. */
  end(summary: boolean): void;
}

function counts({ tally, policy }: ProgressSource): string {
  const dropped = droppedIn(tally);
  return [
    `${formatCount(tally.read)} read`,
    `${formatCount(tally.written)} written`,
    dropped === 0 ? '' : `${formatCount(dropped)} dropped`,
    policy.rejected === 0 ? '' : `${formatCount(policy.rejected)} bad`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** Of a few records a second the tenths matter. */
function rateText(rate: number): string {
  return `${rate < 10 ? rate.toFixed(1) : formatCount(rate)}/s`;
}

/** Records that have come to an end, well or not. */
export function doneIn(tally: PassCounts, policy: BadCounts): number {
  return tally.written + droppedIn(tally) + policy.rejected;
}

export function startProgress(
  source: ProgressSource,
  terminal: Pick<Terminal, 'stderr' | 'say' | 'showsProgress'>,
): Progress {
  const { say } = terminal;
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1000;

  const doneSoFar = (): number => doneIn(source.tally, source.policy);
  const doneShare = (): number | null => {
    const share = source.inputShare();
    if (source.doneShare !== undefined) return source.doneShare();
    if (share === null || share <= 0 || source.tally.read === 0) return null;
    return Math.min(1, (doneSoFar() * share) / source.tally.read);
  };
  const line = (columns: number): string => {
    const { tally } = source;
    const rate = doneSoFar() / Math.max(seconds(), 0.001);
    const share = doneShare();
    const left = share === null || share <= 0 ? null : ((1 - share) * seconds()) / share;
    const spent = source.spent?.();
    const parts = [
      { rank: 0, text: `${source.label}: ${counts(source)}` },
      { rank: 5, text: source.detail?.() ?? '' },
      { rank: 2, text: rateText(rate) },
      { rank: 6, text: tally.inFlight > 0 ? `${tally.inFlight} in flight` : '' },
      { rank: 3, text: spent === undefined ? '' : callsText(spent) },
      { rank: 4, text: spent === undefined ? '' : tokensText(spent) },
      { rank: 1, text: left === null ? '' : `${formatSeconds(left)} left` },
    ];
    return fittingLine(parts, columns);
  };

  const endLine = startLiveLine(line, terminal);
  const lastWord = tellShare(doneShare);
  return {
    end(summary) {
      endLine();
      lastWord();
      if (!summary) return;
      const rate = source.tally.read / Math.max(seconds(), 0.001);
      say(`${source.label}: ${counts(source)}; ${formatSeconds(seconds())} (${rateText(rate)})`);
      if (source.spent !== undefined) {
        for (const part of wrapped(spentText(source.spent()), 78)) say(`  ${part}`);
      }
      for (const [reason, count] of source.tally.drops) say(`  dropped, ${reason}: ${formatCount(count)}`);
    },
  };
}
