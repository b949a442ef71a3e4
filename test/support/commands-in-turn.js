// Runs built commands one after the other in one plain process; see runInTurn in cli.ts. Takes messages
// { "cwd", "env", "turns": [{ "args": [...], "input": "..." }] } and answers each with [{ "code", "stdout", "stderr", "ms" }].
// A turn with "piped" reads what the turn before it wrote.
import { main } from '../../dist/bundle/src/cli/main.js';
import { outcomesOf } from './turn-outcomes.js';

let last = Promise.resolve();
process.on('message', (asked) => {
  last = last
    .then(async () => process.send(await outcomesOf(main, asked)))
    // The test sees that this process ended, and why.
    .catch((error) => {
      console.error(error);
      process.exit(1);
    });
});
// The tests are over.
process.on('disconnect', () => process.exit());
