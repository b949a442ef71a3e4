// What a journal has seen of its folder: how much can be read, and what could not be and where it went.
import type { DamagedStretch, TornTail } from './damage.ts';

export interface JournalReport {
  readonly files: number;
  /** Frames that can be read, this process's own included. */
  readonly frames: number;
  /** Tails that nobody was writing any more. */
  readonly torn: readonly TornTail[];
  /** Stretches with whole frames after them, and files of which nothing can be read. They stay where they are. */
  readonly quarantined: readonly DamagedStretch[];
}

export interface DamageLog {
  readonly torn: TornTail[];
  readonly quarantined: DamagedStretch[];
}
