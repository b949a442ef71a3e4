// How the executor runs a job: checked first, and ended by a signal's exit code where a signal broke it off.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { z } from 'zod';
import { LateBenchError } from '../../src/errors.ts';
import { runJob } from '../../src/executor/run-job.ts';
import { openSession } from '../../src/executor/session.ts';
import { silentPolicy } from '../../src/executor/settle-batches.ts';
import { defineJob, type JobStage } from '../../src/stages/define-job.ts';
import { temporaryFolder } from '../support/temporary.ts';

const told: string[] = [];
const toy = defineJob({
  name: 'toy',
  summary: 'do nothing',
  about: 'Does nothing.',
  examples: ['latebench toy'],
  docs: 'docs/cli.md',
  options: z.strictObject({ fails: z.enum(['check', 'run']).optional() }),
  ports: { in: 'none', main: 'none' },
  takes: 'fails',
  units: 'things',
  async check({ fails }, { dry }) {
    told.push(`check${dry ? ', dry' : ''}`);
    if (fails === 'check') throw new LateBenchError('LB_CONFIG', 'wrong');
  },
  async estimate() {
    told.push('estimate');
    return ['dry run: 0 calls'];
  },
  async run({ fails }) {
    told.push('run');
    if (fails === 'run') throw new LateBenchError('LB_ABORTED', 'the request was ended');
    return { value: 1 };
  },
}) as unknown as JobStage;

async function outcome(
  home: string,
  options: Record<string, unknown>,
  { mode = 'run', exitCode }: { mode?: 'run' | 'dry'; exitCode?: number } = {},
) {
  told.length = 0;
  const stderr = new PassThrough();
  const never = new AbortController().signal;
  const session = openSession({ config: new Map(), mode, journalFolder: join(home, 'journal'), say() {} });
  const job = { use: 'toy', with: options, given: options, stage: toy };
  const source = () => Promise.reject(new Error('it reads nothing'));
  const ended = await runJob(
    { label: 'toy', seed: 0, job, folder: home, sources: [], source },
    {
      session,
      terminal: {
        stdin: new PassThrough(),
        stdout: new PassThrough(),
        stderr,
        say() {},
        showsProgress: false,
      },
      interruption: { stopReading: never, abandon: never, exitCode, reason: undefined, stop() {} },
      policy: silentPolicy(),
    },
  );
  return { ...ended, told: told.join('; '), stderr: String(stderr.read() ?? '') };
}

test('a job is checked before it runs, and before its estimate', async (t) => {
  const home = await temporaryFolder(t);
  assert.equal((await outcome(home, {})).told, 'check; run');
  assert.equal((await outcome(home, {}, { mode: 'dry' })).told, 'check, dry; estimate');
  await assert.rejects(outcome(home, { fails: 'check' }), { code: 'LB_CONFIG' });
  assert.deepEqual(told, ['check']);
});

test('what a signal broke off ends with its exit code; without a signal the error stays one', async (t) => {
  const home = await temporaryFolder(t);
  const { exitCode, done, stderr } = await outcome(home, { fails: 'run' }, { exitCode: 130 });
  assert.deepEqual([exitCode, done], [130, null]);
  assert.equal(stderr, 'latebench toy: the request was ended\n');
  await assert.rejects(outcome(home, { fails: 'run' }), { code: 'LB_ABORTED' });
});
