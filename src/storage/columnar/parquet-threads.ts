// The threads that read Parquet, from one reader to the next: starting one takes longer than reading a small file.
import { ParquetClient } from './parquet-client.ts';

interface Resting {
  readonly client: ParquetClient;
  /** What it holds. */
  readonly bytes: number;
}

/** The last to rest is the first to be used again. */
const resting: Resting[] = [];
/** A pool has up to four readers at a time: of parts and of range files, with and without alternatives. */
const maxResting = 4;
/** Of all together: a thread that has read large pages keeps their memory. */
const maxRestingBytes = 64 * 1024 * 1024;

/** One that has not ended while it rested. */
function takeResting(): Resting | undefined {
  for (;;) {
    const last = resting.pop();
    if (last === undefined || last.client.isFree) return last;
  }
}

/** Starts a thread that the next reader will take: it loads while this one loads what else that reader needs. */
export function startThread(): void {
  resting.push(takeResting() ?? { client: new ParquetClient(), bytes: 0 });
}

export function takeThread(): ParquetClient {
  return takeResting()?.client ?? new ParquetClient();
}

function hasRoomFor(bytes: number): boolean {
  return (
    resting.length < maxResting && resting.reduce((sum, other) => sum + other.bytes, bytes) <= maxRestingBytes
  );
}

/** Keeps the thread for the next reader, or ends it. */
export async function returnThread(client: ParquetClient): Promise<void> {
  if (client.isFree) {
    const reply = await client.ask('rest');
    if (reply.kind === 'resting' && hasRoomFor(reply.bytes)) {
      resting.push({ client, bytes: reply.bytes });
      return;
    }
  }
  await client.stop();
}
