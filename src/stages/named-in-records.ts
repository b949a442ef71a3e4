// What a stage's options name in the records: a wrong name makes its result useless.
/** What an option names in the records. */
export interface NamedInRecords {
  /** The option, as a pipeline has it. */
  readonly option: string;
  readonly of: 'critic' | 'field';
  readonly names: readonly string[];
}
