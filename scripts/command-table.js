// Writes dist/bundle/commands/NAME.json: name, words and options of each command, from its declaration.
import { mkdirSync, writeFileSync } from 'node:fs';
import { declaredCommands } from '../dist/src/cli/catalogue.js';
import { tableFolder } from '../dist/src/cli/command-table.js';

const folder = new URL(`../dist/bundle/${tableFolder}/`, import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, facts] of Object.entries(await declaredCommands()))
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(facts)}\n`);
