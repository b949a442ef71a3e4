// Progress of work that goes unit by unit (problems, files): one rewritten line on a terminal, now and then a plain one
// elsewhere.
import { formatCount, formatSeconds } from '../report/format.ts';
import { tellShare } from './progress-events.ts';
import type { Terminal } from './terminal.ts';

const plainMs = 30_000;

export interface UnitProgress {
  readonly tell: (done: number, of: number) => void;
  end(): void;
}

/** `units` names them: `problems`. */
export function unitProgress(
  { label, units }: { readonly label: string; readonly units: string },
  { stderr, showsProgress }: Pick<Terminal, 'stderr' | 'showsProgress'>,
): UnitProgress {
  const live = stderr.isTTY === true;
  const started = performance.now();
  let reported = started;
  let share: number | null = null;
  const lastWord = tellShare(() => share);
  return {
    tell(done, of) {
      share = done / of;
      if (!showsProgress) return;
      const now = performance.now();
      if (!live && now - reported < plainMs) return;
      reported = now;
      const left = ((now - started) / 1000 / done) * (of - done);
      const text = `${label}: ${formatCount(done)} of ${formatCount(of)} ${units}; ${formatSeconds(left)} left`;
      stderr.write(live ? `\r\x1b[2K${text}` : `${text}\n`);
    },
    end() {
      if (showsProgress && live) stderr.write('\r\x1b[2K');
      lastWord();
    },
  };
}
