// Writes docs/reproduce.md from the registry of reproductions: `npm run reference`. A test compares the two.
import { writeFileSync } from 'node:fs';
import { reproducePage } from '../src/reproduce/page.ts';

writeFileSync('docs/reproduce.md', reproducePage());
