// From a plan's error settings to an error policy with its quarantine file.

import { join } from 'node:path';
import { formatCounted } from '../report/format.ts';
import { visibleText } from '../report/visible-text.ts';
import { openQuarantine, type Quarantine } from '../storage/quarantine.ts';
import { keepNotesOfFolders } from '../storage/temporary-files.ts';
import { createErrorPolicy, type ErrorPolicy, type MaxErrors, type OnError } from '../stream/error-policy.ts';
import type { Terminal } from './terminal.ts';

export interface ErrorSettings {
  readonly onError?: OnError | undefined;
  readonly maxErrors?: MaxErrors | undefined;
  /** The quarantine file; when absent, in the run folder or under LATEBENCH_HOME. */
  readonly quarantine?: string | undefined;
}

export interface ErrorHandling {
  readonly policy: ErrorPolicy;
  /** Closes the quarantine and says where it is, when anything is in it. */
  close(): void;
}

interface ErrorPlace {
  readonly label: string;
  readonly home: string;
  readonly runFolder?: string | undefined;
  /** LATEBENCH_HOME, where `home` is another folder. */
  readonly notesHome?: string | undefined;
  /** Nothing is written. */
  readonly dry?: boolean;
}

const nowhere: Quarantine = { path: '', count: 0, add: () => {}, close: () => {} };

/**
 * `label` names the command on stderr and in the file's name. Temporary files of ended processes are removed: this is where
 * every run begins.
 */
export function openErrorHandling(
  { onError = 'quarantine', maxErrors, quarantine: named }: ErrorSettings,
  { label, home, runFolder, notesHome = home, dry = false }: ErrorPlace,
  { stderr, say }: Pick<Terminal, 'stderr' | 'say'>,
): ErrorHandling {
  if (!dry) keepNotesOfFolders(notesHome);
  // To the millisecond: commands of one pipe begin in the same second.
  const stamp = new Date().toISOString().replaceAll(':', '-');
  const fallback =
    runFolder === undefined
      ? join(home, 'quarantine', `${label.replaceAll(' ', '-')}-${stamp}.jsonl`)
      : join(runFolder, 'quarantine.jsonl');
  const quarantine = dry ? nowhere : openQuarantine(named ?? fallback);
  const policy = createErrorPolicy({
    onError,
    maxErrors,
    quarantine,
    // Errors are printed even with --quiet.
    say: (line) => stderr.write(`latebench ${label}: ${visibleText(line)}\n`),
  });
  return {
    policy,
    close() {
      quarantine.close();
      const { count, path } = quarantine;
      if (count > 0)
        say(`${formatCounted(count, 'invalid record is', 'invalid records are')} kept in ${path}`);
    },
  };
}
