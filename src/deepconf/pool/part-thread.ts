// The thread that makes parts of traces: token confidences, scores, compression and Parquet. Each trace comes here once,
// as typed arrays, and waits until all of its part are there.
import { parentPort } from 'node:worker_threads';
import { LateBenchError, toPlainError } from '../../errors.ts';
import { ParquetReader } from '../../storage/columnar/parquet-file.ts';
import type { Row } from '../../storage/rows.ts';
import { partPath, sidesOf } from './layout.ts';
import type { PartFacts } from './part-facts.ts';
import type { PartAnswer, PartRequest, PartSpan, PartThreadSettings, WrittenPart } from './part-protocol.ts';
import { writeProblems } from './problems-file.ts';
import { readRows } from './read-rows.ts';
import { addSample, type CountedSample, emptyTally, type SampleTally } from './sample-tally.ts';
import { rowMaker, type TraceRows } from './trace.ts';
import { TraceShelf } from './trace-shelf.ts';
import { writePart, writtenPart } from './write-part.ts';

const shelfBytes = 64 << 20;

const port = parentPort!;

interface Build extends PartThreadSettings {
  readonly shelf: TraceShelf;
  readonly rowsOf: ReturnType<typeof rowMaker>;
}

/** The build that the thread works for; one after the other. */
let open: Build | undefined;

function begin({ folder, settings }: PartThreadSettings): void {
  open = { folder, settings, shelf: new TraceShelf(folder, shelfBytes), rowsOf: rowMaker(settings) };
}

function end(): void {
  open?.shelf.close();
  open = undefined;
}

function nameOf(journal: string, sample: number): string {
  return `${journal}:${sample}`;
}

/** The samples already in the part, then the new ones. */
async function* rowsFor(
  { folder, settings, shelf, rowsOf }: Build,
  { problemId, part, first, have, journal }: PartSpan,
  end: number,
  readers: Readonly<Record<'core' | 'top', ParquetReader>>,
): AsyncGenerator<TraceRows> {
  if (have > first) {
    const top = settings.keep_top
      ? readRows(readers.top, partPath(folder, 'top', problemId, part), 'top')
      : undefined;
    const core = readRows(readers.core, partPath(folder, 'core', problemId, part), 'core');
    for await (const row of core) yield { core: row, top: (await top?.next())?.value ?? {} };
  }
  for (let sample = have; sample < end; sample += 1) {
    const trace = await shelf.take(nameOf(journal, sample));
    if (trace === undefined) {
      throw new LateBenchError('LB_INTERNAL', `sample ${sample} of ${problemId} was not there to be written`);
    }
    yield rowsOf(sample, trace);
  }
}

async function* counted(rows: AsyncIterable<TraceRows>, tally: SampleTally): AsyncGenerator<TraceRows> {
  for await (const row of rows) {
    addSample(tally, row.core as Row & CountedSample);
    yield row;
  }
}

async function write(build: Build, span: PartSpan, end: number): Promise<WrittenPart> {
  const readers = { core: new ParquetReader(), top: new ParquetReader() };
  const { problemId, part, first } = span;
  const { folder, settings } = build;
  const place = { folder, settings, problemId, part, first };
  try {
    const tally = emptyTally();
    const rows = await writePart(place, counted(rowsFor(build, span, end, readers), tally));
    const facts: PartFacts[] = [];
    for (const side of sidesOf(settings)) facts.push(await writtenPart(place, side, rows));
    return { facts, tally };
  } finally {
    await Promise.all([readers.core.close(), readers.top.close()]);
  }
}

async function answer(id: number, request: PartRequest): Promise<PartAnswer> {
  try {
    if (request.kind === 'begin') begin(request);
    else if (request.kind === 'end') end();
    else if (request.kind === 'problems') await writeProblems(request.folder, request.problems);
    else if (request.kind === 'write') return { id, written: await write(open!, request.span, request.end) };
    else await open!.shelf.put(nameOf(request.journal, request.sample), request.trace);
    return { id };
  } catch (error) {
    return { id, error: toPlainError(error) };
  }
}

port.on('message', async ({ id, request }: { readonly id: number; readonly request: PartRequest }) => {
  port.postMessage(await answer(id, request));
});
