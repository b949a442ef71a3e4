// Runs built commands one after the other in one process on its own terminal, at each of several widths: what they print
// is shaped by the same checks of the terminal and its width as in a process of each command's own. Takes as words of JSON
// the widths and the commands, [["score", "latest"], ...], and the line that is printed behind each command.
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { main } from '../../dist/bundle/src/cli/main.js';

const [widths, commands, behind] = process.argv.slice(2);
for (const columns of JSON.parse(widths)) {
  execFileSync('stty', ['cols', String(columns)], { stdio: 'inherit' });
  // The signal that tells of it comes at its own time.
  while (process.stdout.columns !== columns) await sleep(5);
  for (const args of JSON.parse(commands)) {
    await main('latebench', args);
    process.stdout.write(`${behind}\n`);
  }
}
process.exitCode = 0;
