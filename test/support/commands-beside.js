// Runs built commands one after the other in one process that sends what they say as they say it; see beside.ts. Takes
// messages { "cwd", "env", "args" }, sends { "said": "..." } and at the end { "code", "stdout" }.
import { PassThrough, Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { main } from '../../dist/bundle/src/cli/main.js';

process.on('message', async ({ cwd, env, args }) => {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  const streams = {
    stdin: Readable.from([]),
    stdout: new PassThrough(),
    stderr: new Writable({
      write(chunk, _, done) {
        process.send({ said: chunk.toString() });
        done();
      },
    }),
  };
  const printed = text(streams.stdout);
  const code = await main('latebench', args, streams);
  streams.stdout.end();
  process.send({ code, stdout: await printed });
});
// The tests are over.
process.on('disconnect', () => process.exit());
