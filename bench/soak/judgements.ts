// Tabs, annotators, kills, reloads and a full disk in 100 random orders, and in 8 in Chromium: no judgement is lost or has
// another name. test/dashboard has a sample of each.
import { spawnSync } from 'node:child_process';
import { equal, type Soak, type SoakResult } from './soak.ts';

function interleave(file: string, interleavings: number): SoakResult {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--test', '--test-reporter', 'tap', file],
    { encoding: 'utf8', env: { ...process.env, LATEBENCH_INTERLEAVINGS: String(interleavings) } },
  );
  const passed = status === 0 && /^# pass 1$/m.test(stdout);
  console.log(passed ? (stdout.match(/^# .*\blines\b.*$/m)?.[0] ?? '') : stdout);
  return equal(`${file}: ${interleavings} interleavings, passed`, passed, true);
}

export const soakJudgements: Soak = {
  title: 'Judging: 100 interleavings, and 8 in Chromium',
  minutes: 30,
  run: async () => [
    interleave('test/dashboard/interleavings.test.ts', 100),
    interleave('test/dashboard/interleavings-browser.test.ts', 8),
  ],
};
