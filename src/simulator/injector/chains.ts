// The chains of equations in a step (a = b = c) whose every side can be computed.
import { type CheckedEquation, checkEquations } from '../../mathverify/index.ts';

export interface Side {
  readonly text: string;
  readonly start: number;
}

export interface Chain {
  /** At least two. */
  readonly sides: readonly Side[];
  readonly end: number;
}

export type ChainsOf = (text: string) => readonly Chain[];

/** As `chainsIn`, reading each text once: one solution is rewritten many times. */
export function rememberingChains(): ChainsOf {
  const known = new Map<string, readonly Chain[]>();
  return (text) => {
    const chains = known.get(text) ?? chainsIn(text);
    known.set(text, chains);
    return chains;
  };
}

function chainsIn(text: string): Chain[] {
  const chains: Side[][] = [];
  let last: CheckedEquation | undefined;
  for (const equation of checkEquations(text, { roundingTolerant: true })) {
    const right = { text: equation.right, start: equation.rightStart };
    if (last !== undefined && last.rightStart === equation.leftStart) chains.at(-1)!.push(right);
    else chains.push([{ text: equation.left, start: equation.leftStart }, right]);
    last = equation;
  }
  return chains.map((sides) => ({ sides, end: sides.at(-1)!.start + sides.at(-1)!.text.length }));
}
