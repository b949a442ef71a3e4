import type { main } from '../../src/cli/main.ts';
import type { Turn, TurnOutcome } from './cli.ts';

export interface AskedTurns {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly turns: readonly Turn[];
}

export declare function outcomesOf(command: typeof main, asked: AskedTurns): Promise<TurnOutcome[]>;
