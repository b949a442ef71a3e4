// Profiles on the disk: what each endpoint refuses, by model. One small file, written whole; several processes may add to
// it, and what one adds another keeps.
import { z } from 'zod';
import { writeJsonAtomic } from '../../storage/atomic-write.ts';
import { takeExclusive } from '../../storage/process-lock.ts';
import { readTextIfPresent } from '../../storage/read-text.ts';
import { backoffMs, waitMs } from '../backoff.ts';
import { parseJson } from '../wire-shape.ts';
import { type Parameter, parameters } from './parameters.ts';

/** What a server refuses, each with its words. */
export type Refusals = Readonly<Partial<Record<Parameter, string>>>;

const schema = z.object({
  version: z.literal(1),
  profiles: z.array(
    z.looseObject({
      endpoint: z.string(),
      model: z.string(),
      refuses: z.partialRecord(z.enum(parameters), z.string()),
    }),
  ),
});

type ProfileFile = z.infer<typeof schema>;

/** A file of another version, or one that cannot be read, is as good as none: what it knew is learned again. */
async function readFile(path: string): Promise<ProfileFile> {
  const text = await readTextIfPresent(path);
  const file = schema.safeParse(text === undefined ? undefined : parseJson(text));
  return file.success ? file.data : { version: 1, profiles: [] };
}

/** Undefined where the file knows nothing of the model. */
export async function readRefusals(
  path: string,
  endpoint: string,
  model: string,
): Promise<Refusals | undefined> {
  const { profiles } = await readFile(path);
  return profiles.find((one) => one.endpoint === endpoint && one.model === model)?.refuses as
    | Refusals
    | undefined;
}

const never = new AbortController().signal;
const waits = { firstMs: 5, maxMs: 100 };
const maxTries = 20;

/** Adds what was learned to what the file has. */
export async function addRefusals(
  path: string,
  endpoint: string,
  model: string,
  refuses: Refusals,
): Promise<void> {
  let lock = await takeExclusive(`${path}.lock`);
  for (let tries = 0; !('release' in lock) && tries < maxTries; tries += 1) {
    await waitMs(backoffMs(tries, waits), never);
    lock = await takeExclusive(`${path}.lock`);
  }
  try {
    const { profiles } = await readFile(path);
    const others = profiles.filter((one) => one.endpoint !== endpoint || one.model !== model);
    const known = profiles.find((one) => !others.includes(one));
    const own = { ...known, endpoint, model, refuses: { ...refuses, ...known?.refuses } };
    const sorted = [...others, own].sort((a, b) =>
      `${a.endpoint} ${a.model}` < `${b.endpoint} ${b.model}` ? -1 : 1,
    );
    await writeJsonAtomic(path, { version: 1, profiles: sorted });
  } finally {
    if ('release' in lock) await lock.release();
  }
}
