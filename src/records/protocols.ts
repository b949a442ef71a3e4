// What a critic can be asked for. Apart from critique.ts so that help does not load the schemas.

export const protocols = ['first_error', 'all_errors'] as const;
export type Protocol = (typeof protocols)[number];

/** How a first-error critic speaks of the problem: ProcessBench's words, or those for problems of any kind. */
export const wordings = ['maths', 'deltabench'] as const;
export type Wording = (typeof wordings)[number];
