// What calls failed with, in the server's own words: the commonest messages with their counts, in memory that does not
// grow with the calls. Messages that differ in numbers alone (sizes, times, identifiers) are one.
import { formatCount } from '../report/format.ts';

export interface Failure {
  readonly code: string;
  /** As the first call that met it said it, without secrets. */
  readonly message: string;
  readonly count: number;
}

export interface FailureTally {
  /** `message`: without secrets. */
  add(code: string, message: string): void;
  readonly total: number;
  /** The commonest first; three unless said otherwise. */
  commonest(max?: number): readonly Failure[];
}

/** Different messages that are counted separately; later ones only in the total. */
const maxKinds = 200;
const maxChars = 300;

/** A message for a line of a report: on one line, of bounded length. Secrets are taken out before. */
export function shortMessage(message: string): string {
  const line = message.replaceAll(/\s+/g, ' ').trim();
  return line.length > maxChars ? `${line.slice(0, maxChars - 1)}…` : line;
}

/** The same for messages that differ in numbers alone; the status of an answer is kept. */
export function messageKind(message: string): string {
  return message.replaceAll(/(?<!answered )\b[0-9a-f]*\d[0-9a-f]*\b/gi, '#');
}

export function createFailureTally(): FailureTally {
  const kinds = new Map<string, { code: string; message: string; count: number }>();
  let total = 0;
  return {
    add(code, message) {
      total += 1;
      const text = shortMessage(message);
      const kind = `${code} ${messageKind(text)}`;
      const known = kinds.get(kind);
      if (known !== undefined) known.count += 1;
      else if (kinds.size < maxKinds) kinds.set(kind, { code, message: text, count: 1 });
    },
    get total() {
      return total;
    },
    commonest: (max = 3) =>
      [...kinds.values()]
        .sort((a, b) => b.count - a.count)
        .slice(0, max)
        .map((kind) => ({ ...kind })),
  };
}

/** For the end of a run; nothing where no call failed. */
export function failureLines({ total, commonest }: FailureTally): string[] {
  const shown = commonest();
  if (shown.length === 0) return [];
  const rest = total - shown.reduce((sum, { count }) => sum + count, 0);
  return [
    `${formatCount(total)} call${total === 1 ? '' : 's'} failed:`,
    ...shown.map(({ code, message, count }) => `  ${formatCount(count)} x ${message} (${code})`),
    ...(rest > 0 ? [`  ${formatCount(rest)} with other messages`] : []),
  ];
}
