// A pipeline whose stages are commands (of pools, of published datasets): each runs as if it had been typed, with the
// options that the declaration and the command line give it.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCodes } from '../errors.ts';
import type { PipelineDefinition } from '../pipeline/schema.ts';
import { writeJsonAtomic } from '../storage/atomic-write.ts';
import type { Call, Command } from './command.ts';
import { parseOptions } from './parse-options.ts';

export interface CommandStage {
  readonly use: string;
  readonly with: object;
  readonly command: Command;
  /** Its words: looked for when its turn comes, after what the stages before it have made. */
  argv(): Promise<readonly string[]>;
  /** What comes behind is not to be done where this ended with bad records, or short of what was asked of it. */
  readonly mustBeWhole: boolean;
  /** The command has a dry run, which is what `--plan` does. */
  readonly hasDryRun: boolean;
  /** What `--from` a later stage leaves as it is. */
  readonly makes: string;
}

/** Options as words; those without a value are left out. */
export function words(values: Readonly<Record<string, string | number | undefined>>): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, `${value}`],
  );
}

/** What was typed for these options of `run`, to be passed on. */
export function passedOn({ options }: Call, names: readonly string[]): string[] {
  return names.flatMap((name) => options.list(name).flatMap((text) => [`--${name}`, text]));
}

/** The exit code of the worst stage; one that failed or stopped early is the last. `folder`: of the run. */
export async function runCommandStages(
  call: Call,
  definition: PipelineDefinition,
  {
    stages,
    first,
    folder,
  }: { readonly stages: readonly CommandStage[]; readonly first: number; readonly folder: string },
): Promise<number> {
  const { options, say } = call;
  const plan = options.flag('plan');
  if (!plan) {
    await mkdir(folder, { recursive: true });
    await writeJsonAtomic(join(folder, 'pipeline.json'), definition);
  }
  const quiet = options.flag('quiet') ? ['--quiet'] : [];
  let worst: number = exitCodes.ok;
  for (const [index, stage] of stages.entries()) {
    if (index < first) {
      say(`stage ${index + 1}: ${stage.use} ${stage.makes} is taken as it stands`);
      continue;
    }
    if (plan) say(`stage ${index + 1}: ${stage.use} ${JSON.stringify(stage.with)}`);
    if (plan && !stage.hasDryRun) continue;
    const { command } = stage;
    const argv = [...(await stage.argv()), ...(plan ? ['--dry-run'] : []), ...quiet];
    const code = await command.run({ ...call, command, options: parseOptions(command.options, argv) });
    if (code !== exitCodes.ok && (code !== exitCodes.partial || stage.mustBeWhole)) return code;
    worst = Math.max(worst, code);
  }
  return worst;
}
