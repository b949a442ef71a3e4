// Writes dist/bundle/commands.json: names, words and options of all commands, from their declarations.
import { writeFileSync } from 'node:fs';
import { declaredCommands } from '../dist/src/cli/catalogue.js';
import { tableName } from '../dist/src/cli/command-table.js';

const table = await declaredCommands();
writeFileSync(new URL(`../dist/bundle/${tableName}`, import.meta.url), `${JSON.stringify(table)}\n`);
