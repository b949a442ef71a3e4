// Says what the journal of an endpoint had to repair as it was opened, in a line and in an event.
import { publish } from '../endpoints/events.ts';
import type { Journal } from '../storage/journal/journal.ts';

export function sayRepairs(role: string, { report }: Journal, say: (line: string) => void): void {
  for (const [what, places] of [
    ['torn', report.torn],
    ['quarantined', report.quarantined],
  ] as const) {
    for (const { file, bytes } of places) {
      publish(() => ({ type: 'journal', role, file, bytes, what }));
      const action = what === 'torn' ? 'cut a torn end of' : 'moved a damaged stretch of';
      say(`journal of ${role}: ${action} ${bytes} bytes in ${file}`);
    }
  }
}
