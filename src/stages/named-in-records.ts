// What a stage looks for in the records: without it, what the calls before it brought is of no use.
import type { Row } from '../storage/rows.ts';
import type { StageUse } from '../stream/records-plan.ts';
import type { MapStage } from './define.ts';

/** What an option names in the records. */
export interface NamedInRecords {
  /** The option, as a pipeline has it. */
  readonly option: string;
  readonly of: 'critic' | 'field';
  readonly names: readonly string[];
}

/** What a stage cannot do without in at least one record. */
export interface NeededInRecords {
  /** Of a stage before it, with its options: whether its records may have it. */
  readonly madeBy: (stage: Pick<MapStage, 'adds' | 'explains'>, options: StageUse['with']) => boolean;
  /** Null for a record that need not have it. */
  readonly has: (record: Row) => boolean | null;
  /** That it is in no record, and the way out. */
  readonly problem: string;
}
