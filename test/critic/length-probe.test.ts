import assert from 'node:assert/strict';
import { test } from 'node:test';
import { criticStage } from '../../src/critic/critic.ts';
import { padded } from '../../src/critic/length-probe.ts';
import { checkEquations } from '../../src/mathverify/index.ts';
import { solutionSchema } from '../../src/records/solution.ts';
import { createCriticCounts } from '../../src/stages/critic/counts.ts';
import { recordingEndpoint } from '../support/recording-endpoint.ts';
import { lastCritique, runCritic, solution } from './run-critic.ts';

test('the padded twin has the same problem and as many steps, each with its text in front and claims nothing more', () => {
  const { problem, steps } = solution();
  const twin = padded({ problem, steps });
  assert.equal(twin.problem, problem);
  assert.equal(twin.steps.length, steps.length);
  for (const [at, step] of steps.entries()) {
    const added = twin.steps[at]!.slice(step.length);
    assert.ok(twin.steps[at]!.startsWith(`${step}\n`));
    assert.doesNotMatch(added, /[\d=\\$]|\b(?:wrong|error|mistake|correct|right|check)\b/i);
    assert.deepEqual(checkEquations(added), []);
  }
});

test('both verdicts are in one critique, and the first is what counts', async () => {
  const endpoint = recordingEndpoint(({ body }) =>
    body.includes('keep this in mind') ? '\\boxed{1}' : '\\boxed{-1}',
  );
  const stage = criticStage({ endpoint, protocol: 'first_error', votes: 2, seed: 3, probe: 'length' });
  const record = await runCritic(stage, solution({ error_steps: [] }));
  const critique = lastCritique(record);
  assert.equal(endpoint.calls.length, 4);
  assert.deepEqual([critique.first_error, critique.usage!.calls], [-1, 2]);
  assert.deepEqual(
    [critique.probe!.kind, critique.probe!.status, critique.probe!.first_error, critique.probe!.usage!.calls],
    ['length', 'ok', 1, 2],
  );
  assert.deepEqual(solutionSchema.parse(record), record);
  const counts = createCriticCounts(critique.critic);
  counts.add(record);
  assert.match(
    counts.summary().at(-1)!,
    /^length probe: 0 of 1 flagged as they are, 1 when padded \(1 only when padded, 0 only as they are, exact McNemar p = 1\.0\); the same verdict for 0$/,
  );
});
