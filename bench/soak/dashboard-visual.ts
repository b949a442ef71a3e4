// The looks of 200 real records, in light, in dark as the system has it, on paper and on a phone. test/dashboard has a
// sample of it.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { startDashboard } from '../../src/dashboard/server.ts';
import { openWorkspace } from '../../src/dashboard/workspace.ts';
import { noEndpoints } from '../../test/dashboard/open.ts';
import { defectsOf, type Look, lookAt, realFiles, realRecords } from '../../test/dashboard/visual-check.ts';
import { chromiumPath } from '../../test/support/chromium.ts';
import type { Soak } from './soak.ts';

const each = 50;

export const soakDashboardVisual: Soak = {
  title: `Dashboard: ${each * realFiles.length} real records in light, dark, print and 390 px`,
  minutes: 30,
  async run(folder) {
    const executablePath = chromiumPath();
    if (executablePath === undefined) throw new Error('no Chromium here: apt-get install chromium');
    const cwd = join(folder, 'dashboard-visual');
    await mkdir(cwd, { recursive: true });
    const file = await realRecords(cwd, each);
    const workspace = await openWorkspace([file], { annotations: cwd, say: () => {} });
    const server = await startDashboard({
      workspace,
      endpoints: noEndpoints,
      annotator: 'anna',
      readOnly: false,
      port: 0,
    });
    const browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    });
    const looks: Look[] = [];
    const defects: string[] = [];
    try {
      const page = await browser.newPage();
      for (let row = 0; row < each * realFiles.length; row += 1) {
        const found = await lookAt(page, server.url, row);
        looks.push(...found);
        defects.push(...defectsOf(found));
      }
    } finally {
      await browser.close();
      await server.close();
      await workspace.close();
    }
    for (const defect of defects.slice(0, 40)) console.log(defect);
    const sum = (count: (look: Look) => number): number =>
      looks.reduce((total, look) => total + count(look), 0);
    const formulas = sum((look) => look.formulas);
    const records = new Set(looks.map(({ row }) => row)).size;
    const rows: readonly (readonly [string, number])[] = [
      [`formulas over 110% of KaTeX's own height, of ${formulas}`, sum(({ tall }) => tall.length)],
      [
        `pages wider than the window, of ${records} in 3 modes`,
        looks.filter((one) => one.overflow > 0 && one.mode !== 'print').length,
      ],
      ['texts under 4.5:1', sum(({ faint }) => faint.length)],
      [
        'records over 1.3 times their length on paper',
        defects.filter((text) => text.includes('on paper')).length,
      ],
    ];
    return rows.map(([what, measured]) => ({
      what,
      measured: String(measured),
      goal: '0',
      met: measured === 0,
    }));
  },
};
