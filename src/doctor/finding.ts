// What a check of `latebench doctor` found.

/** `not set`: nobody configured it, which is no failure. */
export type Status = 'ok' | 'warning' | 'fails' | 'not set';

export interface Finding {
  /** What was checked: `node`, `critic, inject: seed`. */
  readonly check: string;
  readonly status: Status;
  readonly finding: string;
  /** What to do about it. */
  readonly remedy?: string | undefined;
}

/** Findings of one check, by status. */
export interface Findings {
  ok(finding: string): Finding;
  warning(finding: string, remedy?: string): Finding;
  fails(finding: string, remedy?: string): Finding;
  notSet(finding: string, remedy?: string): Finding;
}

export function findingsOf(check: string): Findings {
  return {
    ok: (finding) => ({ check, status: 'ok', finding }),
    warning: (finding, remedy) => ({ check, status: 'warning', finding, remedy }),
    fails: (finding, remedy) => ({ check, status: 'fails', finding, remedy }),
    notSet: (finding, remedy) => ({ check, status: 'not set', finding, remedy }),
  };
}
