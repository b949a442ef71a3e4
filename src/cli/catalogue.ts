// Which commands there are. Names, options and words come from the tables that the build writes (command-table.ts), so
// that help, completion and wrong options load nothing else; a command's code is loaded when it runs.
import type { StageName } from '../stages/catalogue.ts';
import type { Command } from './command.ts';
import { type CommandFacts, commandTable } from './command-table.ts';

type Loader = () => Promise<Command>;

function stage(name: StageName): Loader {
  return async () => {
    const [{ stageCommand }, { loadStage }] = await Promise.all([
      import('./stage-command.ts'),
      import('../stages/catalogue.ts'),
    ]);
    return stageCommand(await loadStage(name));
  };
}

const loaders: Readonly<Record<string, Loader>> = {
  run: async () => (await import('./commands/run.ts')).runCommand,
  schedule: async () => (await import('./commands/schedule.ts')).scheduleCommand,
  worker: async () => (await import('./commands/worker.ts')).workerCommand,
  status: async () => (await import('./commands/status.ts')).statusCommand,
  runs: async () => (await import('./commands/runs.ts')).runsCommand(),
  ingest: stage('ingest'),
  filter: stage('filter'),
  inject: stage('inject'),
  gate: stage('gate'),
  critic: stage('critic'),
  judge: stage('judge'),
  classify: stage('classify'),
  score: stage('score'),
  compare: stage('compare'),
  power: stage('power'),
  cascade: stage('cascade'),
  items: stage('items'),
  verify: async () => (await import('./commands/verify.ts')).verifyCommand(),
  extract: stage('extract'),
  pool: async () => (await import('./commands/pool.ts')).poolCommand,
  vote: stage('vote'),
  think: stage('think'),
  sweep: stage('sweep'),
  deepconf: async () => (await import('./commands/deepconf.ts')).deepconfCommand,
  export: stage('export'),
  'verify-run': async () => (await import('./commands/verify-run.ts')).verifyRunCommand,
  bundle: async () => (await import('./commands/bundle.ts')).bundleCommand,
  reproduce: async () => (await import('./commands/reproduce.ts')).reproduceCommand,
  report: stage('report'),
  view: async () => (await import('./commands/view.ts')).viewCommand,
  annotations: async () => (await import('./commands/annotations.ts')).annotationsCommand,
  retry: async () => (await import('./commands/retry.ts')).retryCommand,
  cache: async () => (await import('./commands/cache.ts')).cacheCommand,
  dataset: async () => (await import('./commands/dataset.ts')).datasetCommand(),
  push: stage('push'),
  simulate: async () => (await import('./commands/simulate.ts')).simulateCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  config: async () => (await import('./commands/config.ts')).configCommand,
  completion: async () => (await import('./commands/completion.ts')).completionCommand,
};

export const commandNames: readonly string[] = Object.keys(loaders);

/** A command from its table; what it does is loaded when it runs. */
function fromTable(facts: CommandFacts, load: Loader): Command {
  const { actions, ...rest } = facts;
  const action = async (name: string): Promise<Command> => {
    const loaded = await load();
    return loaded.actions?.find((one) => one.name === name) ?? loaded;
  };
  return {
    ...rest,
    ...(actions === undefined
      ? {}
      : { actions: actions.map((one) => fromTable(one, () => action(one.name))) }),
    run: async (call) => (await load()).run(call),
  };
}

export async function loadCommand(name: string): Promise<Command | undefined> {
  if (!Object.hasOwn(loaders, name)) return undefined;
  const load = loaders[name]!;
  const facts = commandTable(name);
  return facts === undefined ? load() : fromTable(facts, load);
}

export async function loadAllCommands(): Promise<Command[]> {
  const commands = await Promise.all(commandNames.map(loadCommand));
  return commands.filter((command) => command !== undefined);
}

/** From the declarations themselves: what the build writes into the tables. */
export async function declaredCommands(): Promise<Readonly<Record<string, CommandFacts>>> {
  const commands = await Promise.all(Object.values(loaders).map((load) => load()));
  return Object.fromEntries(commands.map((command) => [command.name, factsOf(command)]));
}

function factsOf({ run: _, actions, ...facts }: Command): CommandFacts {
  return actions === undefined ? facts : { ...facts, actions: actions.map(factsOf) };
}
