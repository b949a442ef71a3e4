// What a check of the gate is given and what it says. Every check is recorded in the record, the passed ones too.

import type { Region } from '../region.ts';
import type { Proposal } from '../reply.ts';

export type GateCheck = { ok: boolean; detail: string | null };

/** By the name of the check. */
export type Gate = Record<string, GateCheck>;

export interface GateInput {
  readonly problem: string;
  /** The correct solution. */
  readonly original: readonly string[];
  /** The answer that the original reaches, where it is known. */
  readonly originalAnswer: string | null;
  readonly region: Region;
  /** The step that was asked for, 0-based; null where the model might choose. */
  readonly asked: number | null;
  readonly proposal: Proposal;
}

/** The step with the error and all that follow, as rewritten. */
export function rewritten({ proposal: { first, at, steps } }: GateInput): readonly string[] {
  return steps.slice(at - first);
}

/** The step with the error and all that follow, as they were. */
export function replaced({ original, proposal: { at } }: GateInput): readonly string[] {
  return original.slice(at);
}

export const passed: GateCheck = { ok: true, detail: null };

export function check(ok: boolean, detail: string): GateCheck {
  return ok ? passed : { ok, detail };
}
