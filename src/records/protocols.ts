// What a critic can be asked for. Apart from critique.ts so that help does not load the schemas.

export const protocols = ['first_error', 'all_errors'] as const;
export type Protocol = (typeof protocols)[number];
