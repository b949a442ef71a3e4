// Precision and recall of every check of the gate on the labelled pairs, and the agreement of the two labellings:
// `npm run gate-results` prints them as Markdown, `npm run gate-results -- --write` puts them into docs/injection.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { figuresText, page, withFigures } from '../test/inject/labelled/figures-text.ts';

if (process.argv.includes('--write'))
  writeFileSync(page, withFigures(readFileSync(page, 'utf8'), figuresText()));
else process.stdout.write(figuresText());
