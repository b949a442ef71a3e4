// The records a command reads: from its files, the hub or standard input, adapted where they are not ours.
import { createHash, type Hash } from 'node:crypto';
import { adapterNamed, adaptRows } from '../datasets/adapt.ts';
import { isRemote, type OpenInput, openInputs } from '../datasets/open-inputs.ts';
import type { Row } from '../storage/rows.ts';
import type { ErrorPolicy } from '../stream/error-policy.ts';
import { takeRows } from '../stream/source.ts';
import type { Call } from './command.ts';
import { remoteInputs } from './hub-source.ts';
import { watchSignals } from './signals.ts';

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
  /** Read these instead of the command's arguments. */
  readonly paths?: readonly string[];
  readonly policy: Pick<ErrorPolicy, 'reject'>;
  /** Read at most this many records. */
  readonly limit?: number | undefined;
  /** Hash the inputs as they are read, for a manifest. */
  readonly hash?: boolean;
  /** Hand out the rows as they stand, without adapting them. */
  readonly raw?: boolean;
  /** The command only chooses among the records: what it passes on may be written as it was read. */
  readonly keepText?: boolean;
}

/** Ctrl-C while the network is waited for ends the input; `dispose` lets go of it. */
async function openNamed(
  paths: readonly string[],
  call: Call,
): Promise<{ readonly inputs: readonly OpenInput[]; dispose(): void }> {
  const watch = paths.some(isRemote)
    ? watchSignals(
        () => {},
        () => 0,
      )
    : undefined;
  const stopped = watch?.stopReading ?? new AbortController().signal;
  try {
    const inputs = await openInputs(paths, { stdin: call.stdin, remote: remoteInputs(call, stopped) });
    return { inputs, dispose: () => watch?.dispose() };
  } catch (error) {
    watch?.dispose();
    throw error;
  }
}

export async function openRecords({
  call,
  paths: given,
  policy,
  limit,
  hash = false,
  raw = false,
  keepText = false,
}: SourceOptions): Promise<RecordSource> {
  const { options, say, command } = call;
  const named = given ?? options.positionals;
  const paths = named.length === 0 ? ['-'] : named;
  const keys = {
    problem: options.text('problem-key'),
    steps: options.text('steps-key'),
    answer: options.text('answer-key'),
    label: options.text('label-key'),
  };
  const name = options.text('adapter');
  const adapter = name === undefined ? undefined : adapterNamed(name);
  const opened = await openNamed(paths, call);
  const inputs: InputFacts[] = opened.inputs.map(({ name }) => ({ path: name, bytes: 0, sha256: null }));
  const total = opened.inputs.reduce<number | null>(
    (sum, { size }) => (sum === null || size === null ? null : sum + size),
    0,
  );

  const groups = async function* (): AsyncGenerator<readonly Row[]> {
    try {
      for (const [index, input] of opened.inputs.entries()) {
        const facts = inputs[index]!;
        const digest: Hash | null = hash ? createHash('sha256') : null;
        const rows = input.read({
          keepText,
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
              source: input.source,
              onBad: (bad) => policy.reject(bad),
              say: (line) => say(`latebench ${command.name}: ${line}`),
            });
        // Columns are fetched out of a file here and there: what passed by is then not the file.
        const seenWhole = input.size === null || facts.bytes === input.size;
        facts.sha256 = input.sha256 ?? (seenWhole ? (digest?.digest('hex') ?? null) : null);
        if (input.sha256 !== null) facts.bytes = input.size ?? facts.bytes;
      }
    } finally {
      opened.dispose();
    }
  };
  return {
    groups: limit === undefined ? groups() : takeRows(groups(), limit),
    inputShare: () =>
      total === null || total === 0 ? null : inputs.reduce((sum, { bytes }) => sum + bytes, 0) / total,
    inputs,
  };
}
