// Names of critics that mean the same everywhere.

/** The critic and the baseline that check arithmetic alone. */
export const arithmeticName = 'arithmetic';
