// Stops a thread that breaks down just then, with nothing else to wait for, and says that it has.
import { ParquetClient } from '../../../src/storage/columnar/parquet-client.ts';

process.on('worker', (worker) => {
  const { terminate } = worker;
  worker.terminate = () => {
    const ended = terminate.call(worker);
    worker.emit('error', new Error('unreachable'));
    return ended;
  };
});
const client = new ParquetClient();
await new Promise(setImmediate);
await client.stop();
process.stdout.write('stopped');
