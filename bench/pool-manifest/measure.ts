// One measurement of a manifest: `make`, `open` or `commit`, a folder and the number of problems. Prints JSON.
import { stat } from 'node:fs/promises';
import { manifestPath } from '../../src/deepconf/pool/layout.ts';
import { PoolManifest } from '../../src/deepconf/pool/manifest.ts';
import type { PartFacts } from '../../src/deepconf/pool/part-facts.ts';
import { sha256Hex } from '../../src/records/identity.ts';

const parts = 32;
const commits = 4096;
/** What a commit costs before it is as fast as it will be. */
const warmUp = 512;

const [what, folder = '', count = '0'] = process.argv.slice(2);
const problems = Array.from({ length: Number(count) }, (_, at) => ({
  problem_id: `synthetic/${at}`,
  problem: '',
  truth: null,
}));

function addPart(manifest: PoolManifest, at: number, part: number): void {
  const { problem_id } = problems[at]!;
  for (const side of ['core', 'top'] as const) {
    const sha256 = sha256Hex(`${side} ${at} ${part}`);
    const facts: PartFacts = {
      side,
      problem_id,
      part,
      first_sample: part * 128,
      rows: 128,
      bytes: 7_340_032,
      sha256,
    };
    manifest.add(facts);
  }
}

async function make(): Promise<object> {
  const manifest = await PoolManifest.read(folder);
  for (let at = 0; at < problems.length; at += 1) {
    for (let part = 0; part < parts; part += 1) addPart(manifest, at, part);
    // As a build does now and then; without it all would wait in memory.
    if (at % 1000 === 999) await manifest.commit();
  }
  await manifest.save(problems);
  return { megabytes: (await stat(manifestPath(folder))).size / 1e6 };
}

async function open(): Promise<object> {
  const started = performance.now();
  const manifest = await PoolManifest.read(folder);
  const openMs = performance.now() - started;
  if (manifest.parts('core', problems.at(-1)!.problem_id).length !== parts)
    throw new Error('a part is missing');
  return { openMs, rssMb: process.resourceUsage().maxRSS / 1024 };
}

async function commit(): Promise<object> {
  const manifest = await PoolManifest.read(folder);
  const some = async (from: number, to: number): Promise<void> => {
    for (let n = from; n < to; n += 1) {
      // Problems in no order, as parts come.
      addPart(manifest, (n * 7919) % problems.length, parts + Math.floor(n / problems.length));
      await manifest.commit();
    }
  };
  await some(0, warmUp);
  const started = performance.now();
  const before = process.cpuUsage();
  await some(warmUp, warmUp + commits);
  const { user, system } = process.cpuUsage(before);
  return {
    commitMs: (performance.now() - started) / commits,
    commitCpuMs: (user + system) / 1000 / commits,
  };
}

const measurements = { make, open, commit } as const;
console.log(JSON.stringify(await measurements[what as keyof typeof measurements]()));
