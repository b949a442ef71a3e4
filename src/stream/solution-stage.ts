// A stage that changes some solutions and passes the others on as they are: its key and its provenance entry follow
// from its configuration and from what it reads of a record, so that every stage of this kind derives them alike.
import { canonicalJson, sha256Hex } from '../records/identity.ts';
import { withProvenance } from '../records/provenance.ts';
import { recordSchema, type Solution, solutionSchema } from '../records/solution.ts';
import type { Stage, StageContext } from './stage.ts';
import { type StageStep, stageStep } from './step.ts';

export interface SolutionStageOptions extends Pick<Stage<Solution, Solution>, 'name' | 'version' | 'config'> {
  /** What the result depends on besides the configuration: both make the key. Default: the problem and its steps. */
  readonly inputs?: (record: Solution) => Readonly<Record<string, unknown>>;
  /** The record with what the stage adds, or null when there is nothing to add. */
  change(record: Solution, context: StageContext): Promise<Solution | null>;
}

/**
 * @param options The stage's identity and what it does with one record.
 * @returns A stage that yields one record for each: the changed one with a provenance entry, or the record itself.
 */
export function solutionStage({
  name,
  version,
  config,
  inputs = ({ problem, steps }) => ({ problem, steps }),
  change,
}: SolutionStageOptions): Stage<Solution, Solution> {
  const key = (record: Solution): string =>
    sha256Hex(canonicalJson({ ...config, version, ...inputs(record) }));
  return {
    name,
    version,
    input: solutionSchema,
    output: solutionSchema,
    config,
    key,
    async *run(record, context) {
      const changed = await change(record, context);
      yield changed === null ? record : withProvenance(changed, { stage: name, version, key: key(record) });
    },
  };
}

/** Records of ours, whole; anything else goes to the error policy. What reads all records at once reads no other. */
export function checkedSolutions(name: string): StageStep {
  return checkedAs(name, solutionSchema);
}

/** The same where a problem without a solution is a record too. */
export function checkedRecords(name: string): StageStep {
  return checkedAs(name, recordSchema);
}

function checkedAs(name: string, schema: typeof solutionSchema | typeof recordSchema): StageStep {
  return stageStep<Record<string, unknown>, Record<string, unknown>>({
    name,
    version: '1',
    input: schema,
    output: schema,
    config: {},
    key: () => '',
    run: (record) => [record],
  });
}
