// Which commands there are. Each is loaded when it is needed: help for one command reads one file.
import type { Command } from './command.ts';

const loaders: Readonly<Record<string, () => Promise<Command>>> = {
  run: async () => (await import('./commands/run.ts')).runCommand,
  schedule: async () => (await import('./commands/schedule.ts')).scheduleCommand,
  worker: async () => (await import('./commands/worker.ts')).workerCommand,
  status: async () => (await import('./commands/status.ts')).statusCommand,
  ingest: async () => (await import('./commands/ingest.ts')).ingestCommand,
  filter: async () => (await import('./commands/filter.ts')).filterCommand,
  inject: async () => (await import('./commands/inject.ts')).injectCommand,
  critic: async () => (await import('./commands/critic.ts')).criticCommand,
  judge: async () => (await import('./commands/judge.ts')).judgeCommand,
  classify: async () => (await import('./commands/classify.ts')).classifyCommand,
  score: async () => (await import('./commands/score.ts')).scoreCommand,
  compare: async () => (await import('./commands/compare.ts')).compareCommand,
  verify: async () => (await import('./commands/verify.ts')).verifyCommand,
  extract: async () => (await import('./commands/extract.ts')).extractCommand,
  pool: async () => (await import('./commands/pool.ts')).poolCommand,
  vote: async () => (await import('./commands/vote.ts')).voteCommand,
  sweep: async () => (await import('./commands/sweep.ts')).sweepCommand,
  export: async () => (await import('./commands/export.ts')).exportCommand,
  'verify-run': async () => (await import('./commands/verify-run.ts')).verifyRunCommand,
  report: async () => (await import('./commands/report.ts')).reportCommand,
  view: async () => (await import('./commands/view.ts')).viewCommand,
  annotations: async () => (await import('./commands/annotations.ts')).annotationsCommand,
  retry: async () => (await import('./commands/retry.ts')).retryCommand,
  cache: async () => (await import('./commands/cache.ts')).cacheCommand,
  dataset: async () => (await import('./commands/dataset.ts')).datasetCommand,
  push: async () => (await import('./commands/push.ts')).pushCommand,
  simulate: async () => (await import('./commands/simulate.ts')).simulateCommand,
  config: async () => (await import('./commands/config.ts')).configCommand,
  completion: async () => (await import('./commands/completion.ts')).completionCommand,
};

export const commandNames: readonly string[] = Object.keys(loaders);

export async function loadCommand(name: string): Promise<Command | undefined> {
  return Object.hasOwn(loaders, name) ? loaders[name]!() : undefined;
}

export function loadAllCommands(): Promise<Command[]> {
  return Promise.all(Object.values(loaders).map((load) => load()));
}
