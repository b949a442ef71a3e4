// How far annotators agree on the records that several of them judged, where they do not, and what was settled.
import { annotatorAgreement } from '../../metrics/decision-agreement.ts';
import type { Annotation } from '../../records/annotation.ts';
import { referee } from '../../records/gold-labels.ts';
import type { AgreementPage } from '../api-analysis.ts';

/** As the page shows it, with the disputes as they were written. */
export interface PersonsAgreement
  extends Omit<AgreementPage, 'annotators' | 'disputed' | 'disputes' | 'hidden' | 'blind'> {
  readonly annotators: readonly Omit<AgreementPage['annotators'][number], 'blind' | 'assigned'>[];
  readonly disputes: readonly {
    readonly recordId: string;
    /** The annotations; the name in printed JSON since 0.1.0. */
    readonly said: readonly Annotation[];
    readonly settled: Annotation | null;
  }[];
}

function meanSeconds(reported: readonly Annotation[]): number | null {
  const times = reported.flatMap(({ seconds }) => (seconds == null ? [] : [seconds]));
  return times.length === 0 ? null : times.reduce((sum, time) => sum + time, 0) / times.length;
}

const differ = (values: readonly unknown[]): boolean =>
  new Set(values.filter((value) => value != null)).size > 1;

function addTo(groups: Map<string, Annotation[]>, key: string, one: Annotation): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [one]);
  else group.push(one);
}

export function agreementOf(annotations: readonly Annotation[]): PersonsAgreement {
  const all = annotations.filter(({ kind }) => kind === 'decision');
  const settled = new Map(
    all.filter(({ annotator }) => annotator === referee).map((one) => [one.record_id, one]),
  );
  const byRecord = new Map<string, Annotation[]>();
  const byName = new Map<string, Annotation[]>();
  for (const one of all) {
    if (one.annotator === referee) continue;
    addTo(byRecord, one.record_id, one);
    addTo(byName, one.annotator, one);
  }
  const { alpha, pairs, alphaFirstError } = annotatorAgreement(byRecord.values());
  const disputes = [...byRecord].flatMap(([recordId, reported]) => {
    const isDispute =
      differ(reported.map(({ decision }) => decision)) || differ(reported.map((one) => one.first_error));
    return isDispute ? [{ recordId, said: reported, settled: settled.get(recordId) ?? null }] : [];
  });
  return {
    annotators: [...byName.keys()].sort().map((name) => {
      const reported = byName.get(name)!;
      return { name, decisions: reported.length, meanSeconds: meanSeconds(reported) };
    }),
    alphaDecision: alpha,
    alphaFirstError,
    pairs,
    disputes,
    settled: disputes.filter((one) => one.settled !== null).length,
  };
}
