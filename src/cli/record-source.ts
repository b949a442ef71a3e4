// The records a command reads: from its files, the hub or standard input, adapted where they are not ours.
import { adapterNamed } from '../datasets/adapt.ts';
import { type OpenSource, openSource, type SourcePlan } from '../executor/source.ts';
import { checkOwnOutput } from '../storage/own-output.ts';
import type { ErrorPolicy } from '../stream/error-policy.ts';
import type { Call } from './command.ts';
import { remoteInputs } from './hub-source.ts';
import { keyMapping } from './key-mapping.ts';
import { inputsOf, recordInputs } from './named-inputs.ts';

/** True when the command has nothing to read: no file named, and a person at the keyboard. */
export function hasNothingToRead({ options, stdin }: Pick<Call, 'options' | 'stdin'>): boolean {
  return inputsOf(options).length === 0 && stdin.isTTY === true;
}

/** What the flags say about the source; standard input where no file is named. */
export function sourcePlan(
  { options }: Pick<Call, 'options'>,
  more: Omit<SourcePlan, 'files' | 'adapter' | 'keys' | 'rowsPath'> & {
    readonly paths?: readonly string[];
  } = {},
): SourcePlan {
  const { paths: files = recordInputs(options), ...rest } = more;
  const adapter = options.text('adapter');
  return {
    files: files.length === 0 ? ['-'] : files,
    adapter: adapter === undefined ? undefined : adapterNamed(adapter),
    keys: keyMapping({ options }),
    rowsPath: options.text('rows-path'),
    ...rest,
  };
}

/** Opens a source for a command; `stopped` ends its input while the network is waited for. */
export function openRecords(
  call: Call,
  plan: SourcePlan,
  policy: Pick<ErrorPolicy, 'reject'>,
  stopped: AbortSignal = new AbortController().signal,
): Promise<OpenSource> {
  checkOwnOutput([...plan.files, ...inputsOf(call.options)], call.stdout as { fd?: unknown });
  return openSource(plan, {
    stdin: call.stdin,
    remote: remoteInputs(call, stopped),
    onBad: (bad) => policy.reject(bad),
    say: (line) => call.say(`latebench ${call.command.name}: ${line}`),
  });
}
