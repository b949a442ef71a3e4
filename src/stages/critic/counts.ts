// What `latebench critic` counts as records pass: for its progress line and its summary. Unparsed replies, refusals and
// failed calls are counted separately, for solutions and for single votes; none of them is "no error".
import type { Critique } from '../../records/critique.ts';
import type { Solution } from '../../records/solution.ts';
import { formatCount, formatCounted } from '../../report/format.ts';
import { mcnemarExact } from '../../statistics/mcnemar.ts';

export interface CriticCounts {
  add(record: Solution): void;
  /** `31 with an error, 12 without, 2 unparsed, 1 refused, 0 failed`. */
  line(): string;
  summary(): string[];
}

type Kind = 'flagged' | 'clean' | 'abstained' | 'unparsed' | 'refused' | 'failed';

const isRefused = ({ status, note }: { status: string; note?: string | null | undefined }): boolean =>
  status === 'unparsed' && note?.startsWith('refused') === true;

/** Ended by the token limit before it was complete (the note of critic/ask.ts). */
const isCutOff = ({ status, note }: { status: string; note?: string | null | undefined }): boolean =>
  status === 'unparsed' && note?.includes('(finish_reason length)') === true;

function kindOf(critique: Pick<Critique, 'status' | 'first_error' | 'votes' | 'abstained'>): Kind {
  const { status, first_error: first, votes } = critique;
  if (status === 'failed') return 'failed';
  if (status === 'unparsed') return (votes ?? []).some(isRefused) ? 'refused' : 'unparsed';
  if (critique.abstained === true || first == null) return 'abstained';
  return first === -1 ? 'clean' : 'flagged';
}

/** `critic`: the name of the entry that is counted. */
export function createCriticCounts(critic: string): CriticCounts {
  const counts: Record<Kind, number> = {
    flagged: 0,
    clean: 0,
    abstained: 0,
    unparsed: 0,
    refused: 0,
    failed: 0,
  };
  const votes = { asked: 0, planned: 0, ok: 0, unparsed: 0, refused: 0, failed: 0 };
  const probe = { both: 0, flagged: 0, twinFlagged: 0, more: 0, fewer: 0, same: 0 };
  let ties = 0;
  let cutOff = 0;
  let uncalled = 0;

  const addProbe = (critique: Critique): void => {
    if (critique.probe == null) return;
    const [first, twin] = [kindOf(critique), kindOf(critique.probe)];
    const read = (kind: Kind): boolean => kind === 'flagged' || kind === 'clean';
    if (!read(first) || !read(twin)) return;
    probe.both += 1;
    if (first === 'flagged') probe.flagged += 1;
    if (twin === 'flagged') probe.twinFlagged += 1;
    if (first === 'clean' && twin === 'flagged') probe.more += 1;
    if (first === 'flagged' && twin === 'clean') probe.fewer += 1;
    if (critique.first_error === critique.probe.first_error) probe.same += 1;
  };
  const line = (): string =>
    [
      `${formatCount(counts.flagged)} with an error`,
      `${formatCount(counts.clean)} without`,
      ...(counts.abstained === 0 ? [] : [`${formatCount(counts.abstained)} abstained`]),
      ...(['unparsed', 'refused', 'failed'] as const).map((kind) => `${formatCount(counts[kind])} ${kind}`),
    ].join(', ');

  return {
    add({ critiques }) {
      const critique = critiques?.findLast((entry) => entry.critic === critic);
      if (critique === undefined) {
        uncalled += 1;
        return;
      }
      counts[kindOf(critique)] += 1;
      if (critique.tie === true) ties += 1;
      votes.planned += critique.votes_planned ?? critique.votes?.length ?? 0;
      for (const vote of critique.votes ?? []) {
        votes.asked += 1;
        if (isCutOff(vote)) cutOff += 1;
        votes[isRefused(vote) ? 'refused' : vote.status] += 1;
      }
      addProbe(critique);
    },
    line,
    summary() {
      const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
      const lines = [`${line()} = ${formatCounted(total, 'solution')} judged by ${critic}`];
      if (uncalled > 0)
        lines.push(`${formatCount(uncalled)} passed uncalled (their injection was rejected or failed)`);
      if (votes.planned > total) {
        const saved = votes.planned - votes.asked;
        const early = saved === 0 ? '' : `; an early stop saved ${formatCount(saved)}`;
        lines.push(
          `votes: ${formatCount(votes.ok)} read, ${formatCount(votes.unparsed)} unparsed, ${formatCount(votes.refused)} refused, ` +
            `${formatCount(votes.failed)} failed; ${formatCount(ties)} tied${early}`,
        );
      }
      if (cutOff > 0) {
        lines.push(
          `${formatCounted(cutOff, 'unparsed reply', 'unparsed replies')} reached the token limit: raise --max-tokens`,
        );
      }
      if (probe.both > 0) {
        const p = mcnemarExact(probe.more, probe.fewer);
        lines.push(
          `length probe: ${formatCount(probe.flagged)} of ${formatCount(probe.both)} flagged as they are, ${formatCount(probe.twinFlagged)} when padded ` +
            `(${formatCount(probe.more)} only when padded, ${formatCount(probe.fewer)} only as they are, exact McNemar p = ${p.toPrecision(2)}); ` +
            `the same verdict for ${formatCount(probe.same)}`,
        );
      }
      return lines;
    },
  };
}
