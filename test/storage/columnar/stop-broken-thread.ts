// Stops a thread that breaks down or answers just then, with nothing else to wait for, and says that it has.
import { PartClient } from '../../../src/deepconf/pool/part-client.ts';
import { ParquetClient } from '../../../src/storage/columnar/parquet-client.ts';

const reading = process.argv[2] === 'reading';
process.on('worker', (worker) => {
  const { terminate } = worker;
  worker.terminate = () => {
    const ended = terminate.call(worker);
    if (reading) worker.emit('error', new Error('unreachable'));
    else worker.emit('message', { id: 0 });
    return ended;
  };
});
const client = reading ? new ParquetClient() : new PartClient();
await new Promise(setImmediate);
if (client instanceof PartClient) void client.ask({ kind: 'end' });
await client.stop();
process.stdout.write('stopped');
