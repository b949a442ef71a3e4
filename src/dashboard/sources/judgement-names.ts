// Names of what a person made of a record, apart from how judgements are kept: exported sites use them too.
/** What an annotator made of a record, by its code in the dimension `mine`. */
export const judgements = ['pending', 'accepted', 'maybe', 'rejected', 'noted'] as const;

/** Whether that is a decision: label and critics are in sight after it. */
export function isDecided(mine: string | null): boolean {
  return mine === 'accepted' || mine === 'maybe' || mine === 'rejected';
}
