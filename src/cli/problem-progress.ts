// Progress of work that goes problem by problem: one rewritten line on a terminal, now and then a plain one elsewhere.
import { formatCount, formatSeconds } from '../report/format.ts';
import type { Call } from './command.ts';

const plainMs = 30_000;

export interface ProblemProgress {
  readonly tell: (done: number, of: number) => void;
  end(): void;
}

export function problemProgress(
  { stderr, options }: Pick<Call, 'stderr' | 'options'>,
  label: string,
): ProblemProgress {
  const live = stderr.isTTY === true;
  const shown = !options.flag('quiet') && options.text('progress') !== 'off';
  const started = performance.now();
  let said = started;
  return {
    tell(done, of) {
      if (!shown) return;
      const now = performance.now();
      if (!live && now - said < plainMs) return;
      said = now;
      const left = ((now - started) / 1000 / done) * (of - done);
      const text = `${label}: ${formatCount(done)} of ${formatCount(of)} problems; ${formatSeconds(left)} left`;
      stderr.write(live ? `\r\x1b[2K${text}` : `${text}\n`);
    },
    end() {
      if (shown && live) stderr.write('\r\x1b[2K');
    },
  };
}
