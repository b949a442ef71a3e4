// Imported before the test files that only compute. Makes the start of a process an error, so that no file counts as
// quick (share-processes.ts) that is not.
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork']) {
  childProcess[name] = () => {
    throw new Error(
      `${name}: this test file starts processes; it has to import node:child_process or a helper in test/ that does`,
    );
  };
}
syncBuiltinESMExports();
