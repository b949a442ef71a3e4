// The confidence of a trace of 100,000 tokens in Chromium: how long the pointer and a zoom take until the next frame.
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { startDashboard } from '../../src/dashboard/server.ts';
import { openWorkspace } from '../../src/dashboard/workspace.ts';
import { mulberry32 } from '../../src/statistics/random.ts';
import { noEndpoints } from '../../test/dashboard/open.ts';
import { writePool } from '../../test/deepconf/write-pool.ts';
import { chromiumPath } from '../../test/support/chromium.ts';
import { atMost, type Soak } from './soak.ts';

const tokens = 100_000;
const k = 4;

/** Runs in the page: medians in milliseconds, from the event to the end of the next frame. */
const measure = `(async () => {
  const plane = document.querySelector('.trace .plane');
  const box = plane.getBoundingClientRect();
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
  const time = async (times, act) => {
    const all = [];
    for (let at = 0; at < times; at += 1) {
      const begun = performance.now();
      plane.dispatchEvent(act(at));
      await frame();
      all.push(performance.now() - begun);
    }
    return all.sort((a, b) => a - b)[Math.floor(times / 2)];
  };
  const hover = await time(200, (at) => new PointerEvent('pointermove', { bubbles: true, clientX: box.left + 80 + at * 5, clientY: box.top + 100 }));
  const zoom = await time(64, (at) => new KeyboardEvent('keydown', { bubbles: true, key: at % 8 === 7 ? 'Escape' : '+' }));
  return { hover, zoom };
})()`;

export const soakCurve: Soak = {
  title: `A trace of ${tokens} tokens in the explorer`,
  minutes: 5,
  async run(folder) {
    const executablePath = chromiumPath();
    if (executablePath === undefined) throw new Error('no Chromium here: apt-get install chromium');
    const rng = mulberry32(1);
    const logprobs = Float64Array.from({ length: tokens }, () => -rng() * 3);
    const top = Float64Array.from({ length: tokens * k }, () => -rng() * 8);
    const pool = join(folder, 'long-trace');
    await writePool(pool, {
      k,
      problems: [{ problem_id: 'p', truth: '1', traces: [{ answer: '1', logprobs, top }] }],
    });
    const workspace = await openWorkspace([pool], { annotations: folder, say: () => {} });
    const server = await startDashboard({
      workspace,
      endpoints: noEndpoints,
      annotator: 'anna',
      readOnly: false,
      port: 0,
    });
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    try {
      const page = await browser.newPage({ viewport: { width: 1500, height: 900 } });
      await page.goto(`${server.url}/p/1/0?trace=0`);
      await page.locator('.trace .plane svg').first().waitFor();
      const { hover, zoom } = (await page.evaluate(measure)) as { hover: number; zoom: number };
      return [
        atMost('values at the pointer, median to the next frame', hover, 34, 'ms'),
        atMost('a zoom, median to the next frame', zoom, 100, 'ms'),
      ];
    } finally {
      await browser.close();
      await server.close();
      await workspace.close();
    }
  },
};
