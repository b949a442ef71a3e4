// The reward functions of docs/mathverify.md, as written there, run by python3 against the real server and the real pipe.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { repository } from '../support/cli.ts';
import { startServing } from '../support/serving.ts';
import { temporaryFolder } from '../support/temporary.ts';

const calls = `
import sys, types
torch = types.ModuleType("torch")  # only its tensor is needed, and not what it can do
torch.tensor = list
sys.modules["torch"] = torch
url, command = sys.argv[1], sys.argv[2:]
grade.__defaults__ = (url + "/verify",)
golds, texts = ["1/2", "4", 7], ["so \\\\boxed{0.5}", "I think 5", "7 apples"]
print(json.dumps({
    "trl": trl_reward(prompts=["", "", ""], completions=texts, answer=golds, completions_ids=[]),
    "chat": trl_reward(completions=[[{"role": "assistant", "content": text}] for text in texts], answer=golds),
    "verl": [compute_score("math", text, gold, None) for gold, text in zip(golds, texts)],
    "batch": compute_scores(data_sources=["m"] * 3, solution_strs=texts, ground_truths=golds, extra_infos=[None] * 3),
    "openrlhf": reward_func(["Q: " + text for text in texts], ["Q: "] * 3, golds)["rewards"],
    "piped": [one["equal"] for one in piped([{"gold": str(g), "pred": t} for g, t in zip(golds, texts)], command)],
}))
try:
    grade([{"gold": "1", "pred": ["1"]}])
except RuntimeError as error:
    print(error)
`;

test('the reward functions of the documentation give the rewards of the server and of the pipe', async (t) => {
  if (spawnSync('python3', ['--version']).status !== 0) {
    t.skip('python3 is not there');
    return;
  }
  const page = readFileSync(join(repository, 'docs', 'mathverify.md'), 'utf8');
  const blocks = [...page.matchAll(/```python\n(.*?)```/gs)].map(([, code]) => code);
  assert.equal(blocks.length, 5);
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'rewards.py'), blocks.join('\n') + calls);
  const { url } = await startServing(t);
  const command = [process.execPath, join(repository, 'bin', 'latebench.js'), 'verify', '-q'];
  const child = spawn('python3', ['rewards.py', url, ...command], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
  assert.equal(await new Promise((resolve) => child.once('close', resolve)), 0);
  const [first = '', refused] = Buffer.concat(printed).toString().split('\n');
  const given = [1, 0, 1];
  assert.deepEqual(JSON.parse(first), {
    trl: given,
    chat: given,
    verl: given,
    batch: given,
    openrlhf: given,
    piped: [true, false, true],
  });
  assert.match(refused!, /bad_pair.*pairs\[0\]\.pred is a list/);
});
