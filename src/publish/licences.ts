// Whether a dataset may have its licence, given those of its sources. It knows the licences that data usually have;
// others cannot be compared, and this is no legal advice: who has a permission states it in the spec.
import type { DatasetSpec, SourceSpec } from './spec.ts';

interface Terms {
  /** Only under the same licence, or a later version of it. */
  readonly shareAlike: string | null;
  readonly nonCommercial: boolean;
  readonly noDerivatives: boolean;
  /** Whoever passes it on must name the authors. */
  readonly attribution: boolean;
}

const free: Terms = { shareAlike: null, nonCommercial: false, noDerivatives: false, attribution: false };
const named: Terms = { ...free, attribution: true };

const others: ReadonlyMap<string, Terms> = new Map([
  ...['cc0-1.0', 'unlicense', 'pddl', 'wtfpl', '0bsd'].map((name) => [name, free] as const),
  ...['mit', 'apache-2.0', 'bsd', 'bsd-2-clause', 'bsd-3-clause', 'isc', 'odc-by', 'cdla-permissive-2.0'].map(
    (name) => [name, named] as const,
  ),
  ...['gpl-2.0', 'gpl-3.0', 'agpl-3.0', 'lgpl-3.0', 'odbl', 'cdla-sharing-1.0', 'gfdl'].map(
    (name) => [name, { ...named, shareAlike: name }] as const,
  ),
]);

/** Undefined for a licence that is not known here. */
function termsOf(licence: string): Terms | undefined {
  const name = licence.trim().toLowerCase();
  const creative = /^cc-by((?:-(?:nc|sa|nd))*)(?:-\d\.\d)?$/.exec(name)?.[1];
  if (creative === undefined) return others.get(name);
  const has = (part: string): boolean => creative.split('-').includes(part);
  return {
    shareAlike: has('sa') ? `cc-by${has('nc') ? '-nc' : ''}-sa` : null,
    nonCommercial: has('nc'),
    noDerivatives: has('nd'),
    attribution: true,
  };
}

/** Why the licence of a source cannot be compared with the dataset's; null where it can, or need not be. */
export function uncompared({ licence, permission, file }: SourceSpec): string | null {
  if (file === undefined || permission !== undefined) return null;
  if (licence === undefined)
    return `${file}: its licence is not stated, so that it was not compared; name it as the licence of the source`;
  if (termsOf(licence) !== undefined) return null;
  return `${file}: the licence ${licence} is not known here, so that it was not compared`;
}

function conflictOf(source: Terms, dataset: Terms): string | null {
  if (source.noDerivatives) return 'allows no derived data';
  if (source.shareAlike !== null && source.shareAlike !== dataset.shareAlike)
    return `asks for the same licence (${source.shareAlike})`;
  if (source.nonCommercial && !dataset.nonCommercial) return 'forbids commercial use';
  if (source.attribution && !dataset.attribution) return 'asks to name its authors';
  return null;
}

/** What to do about a conflict. */
export const licenceWay =
  'choose another licence, leave the source out, or say in its permission why it may be there';

/** What of the spec's sources contradicts its licence, in words, without those whose `permission` is stated. */
export function licenceConflicts({ licence, sources }: Pick<DatasetSpec, 'licence' | 'sources'>): string[] {
  const own = termsOf(licence);
  if (own === undefined) return [];
  return sources.flatMap(({ licence: theirs, permission, ...source }: SourceSpec, at) => {
    const terms = theirs === undefined ? undefined : termsOf(theirs);
    const conflict = terms === undefined ? null : conflictOf(terms, own);
    if (conflict === null || permission !== undefined) return [];
    return [
      `sources.${at} (${source.file ?? 'synthetic'}): ${theirs} ${conflict}, and the dataset is ${licence}`,
    ];
  });
}
