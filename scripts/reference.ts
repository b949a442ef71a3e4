// Writes the pages of docs/ that are made from the source: `npm run reference` after every change of an option, a code, a
// field or an event. A test compares them.
import { writeFileSync } from 'node:fs';
import { madePages } from './reference-pages.ts';

for (const [name, page] of Object.entries(madePages)) writeFileSync(`docs/${name}.md`, await page());
