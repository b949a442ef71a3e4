// Where a user's own rows hold what: from the flags, and from the file that `--mapping` names.
import type { KeyMapping } from '../datasets/adapter.ts';
import type { LabelKind } from '../datasets/label-kinds.ts';
import { keysOf, rowMappingSchema } from '../datasets/row-mapping.ts';
import { isLateBenchError, LateBenchError } from '../errors.ts';
import { firstIssue } from '../records/issue-text.ts';
import { parseJson } from '../records/parse-json.ts';
import { namedText } from '../storage/named-text.ts';
import type { Call } from './command.ts';

const fields = (): string => Object.keys(rowMappingSchema.shape).join(', ');

function readMapping(file: string): KeyMapping {
  let value: unknown;
  try {
    value = parseJson(namedText(file, '--mapping'));
  } catch (cause) {
    if (isLateBenchError(cause)) throw cause;
    const reason = (cause as Error).message.replaceAll('\n', ' ');
    const message = `--mapping ${file}: it is not JSON (${reason}); write one object, such as {"problem": "question"}; its fields are ${fields()}`;
    throw new LateBenchError('LB_USAGE', message, { cause });
  }
  const { data, error } = rowMappingSchema.safeParse(value);
  if (data === undefined) {
    const what = firstIssue(error, value, 'mapping');
    throw new LateBenchError('LB_USAGE', `--mapping ${file}: ${what}; its fields are ${fields()}`);
  }
  return keysOf(data);
}

/** @throws LB_INPUT_MISSING, or LB_USAGE where the mapping file cannot be read or has other fields. */
export function keyMapping({ options }: Pick<Call, 'options'>): KeyMapping {
  const file = options.text('mapping');
  const fromFile = file === undefined ? {} : readMapping(file);
  const base = options.text('label-base');
  const flags: KeyMapping = {
    problem: options.text('problem-key'),
    steps: options.text('steps-key'),
    answer: options.text('answer-key'),
    label: options.text('label-key'),
    labelKind: options.text('label-kind') as LabelKind | undefined,
    labelBase: base === undefined ? undefined : base === '1' ? 1 : 0,
  };
  const given = Object.entries(flags).filter(([, value]) => value !== undefined);
  return { ...fromFile, ...Object.fromEntries(given) };
}
