// Writes docs/reference.md from the declarations of the stages: `npm run reference` after every change of an option. A
// test compares the two.
import { writeFileSync } from 'node:fs';
import { referencePage } from './stage-reference.ts';

writeFileSync('docs/reference.md', await referencePage());
