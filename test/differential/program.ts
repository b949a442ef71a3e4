// Library programs: a start file that takes the first variant whose named export the package has.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProgramStep } from './case.ts';

/** Returns the path of the start file. */
export function writeProgram(
  { program }: ProgramStep,
  folder: string,
  filled: (text: string) => string,
): string {
  const variants = typeof program === 'string' ? [{ exports: null, text: program }] : program;
  mkdirSync(folder, { recursive: true });
  for (const [index, { text }] of variants.entries()) {
    writeFileSync(join(folder, `variant-${index}.mjs`), filled(text));
  }
  const start = join(folder, 'start.mjs');
  const names = JSON.stringify(variants.map(({ exports }) => exports));
  writeFileSync(
    start,
    `import * as latebench from 'latebench';
const chosen = ${names}.findIndex((name) => name === null || name in latebench);
if (chosen === -1) throw new Error('no variant of this program fits the package');
await import(\`./variant-\${chosen}.mjs\`);
`,
  );
  return start;
}
