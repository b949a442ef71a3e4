// Names of what a person made of a record, apart from how judgements are kept: exported sites use them too.
/** What an annotator made of a record, by its code in the dimension `mine`. */
export const judgements = ['pending', 'accepted', 'maybe', 'rejected', 'noted'] as const;
