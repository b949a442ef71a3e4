// The records a command reads: from its files or from standard input, adapted where they are not ours.
import { createHash, type Hash } from 'node:crypto';
import { adapterNamed, adaptRows } from '../datasets/adapt.ts';
import { inputName, readInput, statInput } from '../storage/input.ts';
import type { Row } from '../storage/rows.ts';
import type { ErrorPolicy } from '../stream/error-policy.ts';
import { takeRows } from '../stream/source.ts';
import type { Call } from './command.ts';

export interface InputFacts {
  readonly path: string;
  bytes: number;
  sha256: string | null;
}

export interface RecordSource {
  /** Groups of records, in the order of the inputs. */
  readonly groups: AsyncIterable<readonly Row[]>;
  /** Share of the bytes that has been read; null when standard input is among the inputs. */
  readonly inputShare: () => number | null;
  /** Filled in as the inputs are read to their end. */
  readonly inputs: readonly InputFacts[];
}

/** True when the command has nothing to read: no file named, and a person at the keyboard. */
export function hasNothingToRead({ options, stdin }: Call): boolean {
  return options.positionals.length === 0 && stdin.isTTY === true;
}

export interface SourceOptions {
  readonly call: Call;
  readonly policy: ErrorPolicy;
  /** Read at most this many records. */
  readonly limit?: number | undefined;
  /** Hash the inputs as they are read, for a manifest. */
  readonly hash?: boolean;
  /** Hand out the rows as they stand, without adapting them. */
  readonly raw?: boolean;
}

export async function openRecords({
  call,
  policy,
  limit,
  hash = false,
  raw = false,
}: SourceOptions): Promise<RecordSource> {
  const { options, say, stdin, command } = call;
  const paths = options.positionals.length === 0 ? ['-'] : options.positionals;
  const keys = {
    problem: options.text('problem-key'),
    steps: options.text('steps-key'),
    answer: options.text('answer-key'),
    label: options.text('label-key'),
  };
  const name = options.text('adapter');
  const adapter = name === undefined ? undefined : adapterNamed(name);
  const inputs: InputFacts[] = paths.map((path) => ({ path: inputName(path), bytes: 0, sha256: null }));
  // All names are looked at before the first record: a typo in the last one is said at once.
  const sizes = await Promise.all(
    paths.map(async (path) => (path === '-' ? null : (await statInput(path)).size)),
  );
  const total = sizes.reduce<number | null>(
    (sum, size) => (sum === null || size === null ? null : sum + size),
    0,
  );

  const groups = async function* (): AsyncGenerator<readonly Row[]> {
    for (const [index, path] of paths.entries()) {
      const facts = inputs[index]!;
      const digest: Hash | null = hash ? createHash('sha256') : null;
      const rows = readInput(path, {
        stdin,
        onBad: (bad) => policy.reject(bad),
        onBytes: (chunk) => {
          facts.bytes += chunk.length;
          digest?.update(chunk);
        },
      });
      yield* raw
        ? rows
        : adaptRows(rows, {
            adapter,
            keys,
            source: inputName(path),
            onBad: (bad) => policy.reject(bad),
            say: (line) => say(`latebench ${command.name}: ${line}`),
          });
      facts.sha256 = digest?.digest('hex') ?? null;
    }
  };
  return {
    groups: limit === undefined ? groups() : takeRows(groups(), limit),
    inputShare: () =>
      total === null || total === 0 ? null : inputs.reduce((sum, { bytes }) => sum + bytes, 0) / total,
    inputs,
  };
}
