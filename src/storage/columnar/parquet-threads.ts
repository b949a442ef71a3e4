// The threads that read Parquet, from one reader to the next: starting one takes longer than reading a small file.
import { ParquetClient } from './parquet-client.ts';

let resting: ParquetClient | undefined;
/** A thread that has read large pages keeps their memory: it is ended. */
const maxRestingBytes = 64 * 1024 * 1024;

/** Starts a thread that the next reader will take: it loads while this one loads what else that reader needs. */
export function startThread(): void {
  if (resting?.isFree !== true) resting = new ParquetClient();
}

export function takeThread(): ParquetClient {
  const known = resting;
  resting = undefined;
  return known?.isFree === true ? known : new ParquetClient();
}

/** Keeps the thread for the next reader, or ends it. */
export async function returnThread(client: ParquetClient): Promise<void> {
  if (client.isFree) {
    const reply = await client.ask('rest');
    if (reply.kind === 'resting' && reply.bytes <= maxRestingBytes && resting === undefined) {
      resting = client;
      return;
    }
  }
  await client.stop();
}
