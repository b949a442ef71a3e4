// Progress of work that goes unit by unit (problems, files): one rewritten line on a terminal, now and then a plain one
// elsewhere.
import { formatCount, formatSeconds } from '../report/format.ts';
import { startLiveLine } from './live-line.ts';
import { tellShare } from './progress-events.ts';
import type { Terminal } from './terminal.ts';

export interface UnitProgress {
  readonly tell: (done: number, of: number) => void;
  end(): void;
}

/** `units` names them: `problems`. The line begins with the first of them. */
export function unitProgress(
  { label, units }: { readonly label: string; readonly units: string },
  terminal: Pick<Terminal, 'stderr' | 'showsProgress'>,
): UnitProgress {
  const started = performance.now();
  let progress = { done: 0, of: 0 };
  let endLine: (() => void) | undefined;
  const lastWord = tellShare(() => progress.done / progress.of);
  return {
    tell(done, of) {
      progress = { done, of };
      endLine ??= startLiveLine(() => {
        const left = ((performance.now() - started) / 1000 / progress.done) * (progress.of - progress.done);
        return `${label}: ${formatCount(progress.done)} of ${formatCount(progress.of)} ${units}; ${formatSeconds(left)} left`;
      }, terminal);
    },
    end() {
      endLine?.();
      endLine = undefined;
      lastWord();
    },
  };
}
