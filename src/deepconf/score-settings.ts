// The choices behind a trace's scores, and the two conventions in use: that of the official code and that of the
// requirement document.

export const edges = ['full', 'partial'] as const;
/** Groups of whole windows only, or also the shorter ones at the start of a trace. */
export type Edge = (typeof edges)[number];

export const bottomCounts = ['floor', 'ceil'] as const;
/** How the number of lowest groups, a tenth of them, is made whole; at least 1 in any case. */
export type BottomCount = (typeof bottomCounts)[number];

export const missingRules = ['skip', 'zero'] as const;
/** Tokens without a confidence are left out, or count as 0. */
export type MissingRule = (typeof missingRules)[number];

export interface ScoreSettings {
  /** Tokens of a group; below 1, a share of the trace's own tokens. */
  readonly window: number;
  /** Tokens of the tail; below 1, a share. */
  readonly tail: number;
  readonly edge: Edge;
  readonly bottomCount: BottomCount;
  /** Share of the groups that are the bottom ones. */
  readonly bottomFraction: number;
  readonly missing: MissingRule;
}

/** What the official code does; windows and tail of 2,048 tokens as in the paper. */
export const defaultScoreSettings: ScoreSettings = {
  window: 2048,
  tail: 2048,
  edge: 'full',
  bottomCount: 'floor',
  bottomFraction: 0.1,
  missing: 'skip',
};

export const conventions = ['official', 'document'] as const;
export type Convention = (typeof conventions)[number];

/** Edge and bottom count of a convention. */
export const conventionSettings: Readonly<Record<Convention, Pick<ScoreSettings, 'edge' | 'bottomCount'>>> = {
  official: { edge: 'full', bottomCount: 'floor' },
  document: { edge: 'partial', bottomCount: 'ceil' },
};
