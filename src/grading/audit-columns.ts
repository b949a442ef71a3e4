// The columns of an audit's disagreements in Parquet and Arrow files.
import { bool, type Columns, rest, struct, textOrNumber, utf8 } from '../storage/columnar/column.ts';

const json = { kind: 'json' } as const;
const verdictColumns = struct({ equal: bool, verdict: utf8, reason: utf8, method: utf8, witness: json });

/** `extra` is for the other fields of the rows, which are the user's. */
export function auditColumns({
  goldKey,
  predKey,
}: {
  readonly goldKey: string;
  readonly predKey: string;
}): Columns {
  return {
    [goldKey]: textOrNumber,
    [predKey]: textOrNumber,
    verify: verdictColumns,
    other: utf8,
    extra: rest,
  };
}
