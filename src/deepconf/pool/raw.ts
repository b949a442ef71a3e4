// raw/: the reply bodies of a part as they came, a line each, one gzip member a body.

import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { parseBody } from '../../endpoints/body-json.ts';
import type { ChatEndpoint } from '../../endpoints/chat.ts';
import { isPackedReply, plainReply } from '../../endpoints/packed-reply.ts';
import { requestKey } from '../../endpoints/request-key.ts';
import { writeAtomic } from '../../storage/atomic-write.ts';
import { createFolder } from '../../storage/make-folder.ts';
import { privateFolder } from '../../storage/private-files.ts';
import type { PartJob } from './build-plan.ts';
import { partName, problemFolder } from './layout.ts';
import type { PartReplies } from './part-replies.ts';
import { type Sampling, sampleRequest } from './sampling.ts';

const zipped = promisify(gzip);

/** What no line of JSON can hold: line ends, and numbers that JSON does not have. */
const beyondLine = ['\n', 'Infinity', 'NaN'];

/** A body as it came, or its JSON as one line. */
function asLine(body: Buffer): Buffer {
  // Of a build that was begun without raw bodies.
  if (isPackedReply(body)) return Buffer.from(`${JSON.stringify(plainReply(body))}\n`);
  if (!beyondLine.some((mark) => body.includes(mark))) return Buffer.concat([body, Buffer.from('\n')]);
  const text = body.toString('utf8').trim();
  // A stream of events is kept as one text.
  return Buffer.from(`${JSON.stringify(parseBody(text) ?? text)}\n`);
}

/** Each line is `{"sample_id", "body"}`. Takes the bodies from the part's journal, which must still be there. */
export async function writeRaw(
  folder: string,
  job: PartJob,
  end: number,
  made: { readonly endpoint: ChatEndpoint; readonly replies: PartReplies; readonly sampling: Sampling },
): Promise<void> {
  const { endpoint, replies, sampling } = made;
  // A part that grew has its earlier bodies in the files of the earlier runs.
  const name = partName(job.part).replace('.parquet', `-${String(job.have).padStart(6, '0')}.jsonl.gz`);
  const path = join(folder, 'raw', problemFolder(job.problem.problem_id), name);
  await createFolder(dirname(path), privateFolder);
  await writeAtomic(path, async (file) => {
    for (let sample = job.have; sample < end; sample += 1) {
      const request = sampleRequest(job.problem.problem, sampling, sample);
      const key = requestKey(endpoint.name, endpoint.model, request, sample);
      await replies.assign(key, job.journal);
      const body = await replies.body(key);
      replies.forget(key);
      if (body === null) continue;
      const line = Buffer.concat([
        Buffer.from(`{"sample_id":${sample},"body":`),
        asLine(body).subarray(0, -1),
        Buffer.from('}\n'),
      ]);
      await file.write(await zipped(line));
    }
  });
}
