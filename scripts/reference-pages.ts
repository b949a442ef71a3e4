// The pages of docs/ that are made from the source, by name. A test compares each with what is there.
import { reproducePage } from '../src/reproduce/page.ts';
import { commandsPage } from './commands-reference.ts';
import { errorsPage } from './errors-reference.ts';
import { eventsPage } from './events-reference.ts';
import { recordsPage } from './records-reference.ts';
import { referencePage } from './stage-reference.ts';

export const madePages: Readonly<Record<string, () => string | Promise<string>>> = {
  commands: commandsPage,
  errors: errorsPage,
  events: eventsPage,
  records: recordsPage,
  reference: referencePage,
  reproduce: reproducePage,
};
