// The injections that people have accepted on the workbench, and what is to be known of those that are not among them.
import { openBench, type Proposal } from '../dashboard/workbench/bench-file.ts';
import { annotationFolder } from '../datasets/annotation-files.ts';
import { LateBenchError } from '../errors.ts';
import { gateRefusal } from '../inject/gated-record.ts';
import { checkNames } from '../records/missing-name.ts';
import { nameList } from '../records/name-list.ts';
import { formatCount, formatCounted } from '../report/format.ts';

export interface AcceptedInjections {
  readonly records: readonly object[];
  /** For people: what was left out, and what to look at. */
  readonly notes: readonly string[];
  /** Something that was accepted is not among the records. */
  readonly isPartial: boolean;
}

const shown = 3;

/** A list of what was left out: the first ones, and how many more. */
function listed(lines: readonly string[], more: string): string[] {
  if (lines.length <= shown) return [...lines];
  return [...lines.slice(0, shown), `… and ${formatCount(lines.length - shown)} ${more}`];
}

function refusalOf({ record }: Proposal): string | null {
  if (record.injection?.status !== 'accepted') return 'its record is not an accepted injection';
  return gateRefusal(record);
}

async function proposalsOf(names: readonly string[]): Promise<{ proposals: Proposal[]; bad: string[] }> {
  const proposals: Proposal[] = [];
  const bad: string[] = [];
  for (const name of names) {
    const folder = annotationFolder(name);
    if (folder === null)
      throw new LateBenchError('LB_USAGE', `${name}: name a run folder or a folder of annotations`);
    const state = await openBench(folder).read();
    proposals.push(...state.proposals);
    bad.push(...state.bad);
  }
  return { proposals, bad };
}

/**
 * @param names Run folders or folders of annotations.
 * @param annotators Whose decisions count; everybody's when empty.
 * @returns Each accepted injection once, however many people accepted it.
 * @throws LB_USAGE for a name that is no such folder, and for an annotator who has none there.
 */
export async function acceptedInjections(
  names: readonly string[],
  annotators: readonly string[],
): Promise<AcceptedInjections> {
  const { proposals, bad } = await proposalsOf(names);
  if (proposals.length > 0) {
    const known = proposals.map(({ annotator }) => annotator);
    checkNames(annotators, known, {
      option: '--annotator',
      nothing: 'no injection is by an annotator of that name',
    });
  }
  const chosen = proposals.filter(
    ({ annotator }) => annotators.length === 0 || annotators.includes(annotator),
  );
  const accepted = new Map<string, Proposal>();
  const refused = new Map<string, string>();
  for (const one of chosen.filter(({ state }) => state === 'accepted')) {
    // People may have edited the same proposal differently.
    const key = JSON.stringify([one.record_id, one.proposal, one.record.steps]);
    const why = refusalOf(one);
    if (why === null) accepted.set(key, accepted.get(key) ?? one);
    else refused.set(key, `left out: the injection ${one.proposal} of record ${one.record_id}: ${why}`);
  }
  const kept = [...accepted.values()];
  const rejected = new Set(
    chosen.filter(({ state }) => state === 'rejected').map(({ proposal }) => proposal),
  );
  const disputed = kept.filter(({ proposal }) => rejected.has(proposal)).map(({ proposal }) => proposal);
  const ids = new Set(kept.map(({ record_id: id }) => id));
  return {
    records: kept.map(({ record }) => record),
    notes: [
      ...listed([...refused.values()], 'more that the gate rejects'),
      ...listed(
        bad.map((line) => `${line}: no injection and no critique can be read in this line`),
        'more lines that cannot be read',
      ),
      ...(disputed.length === 0
        ? []
        : [
            `accepted by one and rejected by another: ${nameList(disputed)} (--annotator exports what one has accepted)`,
          ]),
      ...(ids.size === kept.length
        ? []
        : [
            `${formatCounted(kept.length, 'injection')} of ${formatCounted(ids.size, 'record')}: those of one record have one id`,
          ]),
    ],
    isPartial: refused.size > 0 || bad.length > 0,
  };
}
