// What `latebench pool export` does around the rows.

import { Readable } from 'node:stream';
import { exportRows } from '../deepconf/pool/export.ts';
import { checkKnownRanges } from '../deepconf/pool/known-ranges.ts';
import { openPool } from '../deepconf/pool/read.ts';
import { exitCodes, LateBenchError } from '../errors.ts';
import { formatCount } from '../report/format.ts';
import { noSink } from '../storage/no-sink.ts';
import { openOutput } from '../storage/output.ts';
import { runStream } from '../stream/run.ts';
import { sinkStream } from '../stream/sink-stream.ts';
import { createTally } from '../stream/tally.ts';
import type { Call } from './command.ts';
import { poolFolderOf } from './pool-options.ts';

export async function runPoolExport(call: Call): Promise<number> {
  const { options, stdout, say, command } = call;
  const pool = await openPool(poolFolderOf(options, command));
  const output = options.text('output') ?? '-';
  if (output !== '-' && !/\.(jsonl|ndjson)(\.gz)?$/i.test(output)) {
    throw new LateBenchError(
      'LB_USAGE',
      `${output}: traces are exported as .jsonl or .jsonl.gz; the pool itself is Parquet`,
    );
  }
  try {
    await checkKnownRanges(pool);
    const dry = options.flag('dry-run');
    const sink = dry ? noSink : await openOutput(output, { stdout });
    const tally = createTally();
    const columns = { top: !options.flag('no-top'), tokens: !options.flag('no-tokens') };
    const rows = Readable.from(exportRows(pool, { ...columns, top: columns.top && columns.tokens }));
    const { signal } = new AbortController();
    await runStream(rows, [], sinkStream(sink, { tally, accept: () => true }), signal);
    const traces = `${formatCount(tally.written)} traces`;
    say(dry ? `dry run: 0 calls; ${traces} would be exported` : `${traces} exported`);
    return exitCodes.ok;
  } finally {
    await pool.close();
  }
}
