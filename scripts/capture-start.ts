// Makes the picture of `npm start` that README.md shows: `npx tsx scripts/capture-start.ts`. Needs a build and `script`.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capturedLines, captureSvg, startCapture, startOnTerminal } from '../test/support/start-capture.ts';

const folder = await mkdtemp(join(tmpdir(), 'latebench-capture-'));
try {
  const { screens } = await startOnTerminal(folder);
  await writeFile(startCapture, captureSvg(capturedLines(screens.at(-1)!)));
} finally {
  await rm(folder, { recursive: true, force: true });
}
