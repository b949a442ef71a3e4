// What `latebench view` does around the dashboard: which folders and files, which endpoints, until a signal ends it.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { endpointConfig } from '../config/endpoint-config.ts';
import { resolveConfig } from '../config/resolve.ts';
import { roles } from '../config/setting-table.ts';
import { homeOf } from '../config/shared-settings.ts';
import type { EndpointFacts } from '../dashboard/api.ts';
import { createAssignment } from '../dashboard/assignment.ts';
import { authorName } from '../dashboard/authors.ts';
import { exportSite } from '../dashboard/export-site.ts';
import type { Team } from '../dashboard/routes/context.ts';
import { keptSecret, newToken, tokenFrom } from '../dashboard/secrets.ts';
import { startDashboard } from '../dashboard/server.ts';
import type { EndpointAccess } from '../dashboard/workbench/access.ts';
import { openWorkspace } from '../dashboard/workspace.ts';
import { priceOf } from '../endpoints/budget/price.ts';
import { pricesWith } from '../endpoints/budget/price-table.ts';
import type { ChatEndpoint } from '../endpoints/chat.ts';
import { exitCodes, isLateBenchError, LateBenchError } from '../errors.ts';
import { type Endpoints, openEndpoints } from '../executor/open-endpoint.ts';
import { formatCounted } from '../report/format.ts';
import { isSimulated } from '../report/simulation.ts';
import { createFolderSync } from '../storage/make-folder.ts';
import { isPool, isRunFolder } from '../storage/named-folder.ts';
import { namedText } from '../storage/named-text.ts';
import type { Call } from './command.ts';
import { openInBrowser } from './open-in-browser.ts';
import { foldersIn } from './run-facts.ts';

/** The newest runs under runs/, where nothing was named. */
const maxRuns = 20;

function runsHere(): string[] {
  if (!existsSync('runs')) return [];
  return foldersIn('runs', (path) => isRunFolder(path) || isPool(path))
    .sort()
    .reverse()
    .slice(0, maxRuns);
}

/** Endpoints are opened by the first request that needs one; until then nothing is started or locked. */
function endpointAccess(call: Call): { access: EndpointAccess; home: string; close: () => Promise<void> } {
  const endpoint = call.options.text('endpoint');
  const flags = new Map<string, { value: string; flag: string }>();
  if (endpoint !== undefined) {
    for (const role of roles) flags.set(`${role}.base_url`, { value: endpoint, flag: '--endpoint' });
  }
  const config = resolveConfig({ flags, envFile: call.options.text('env-file') });
  const home = homeOf(config);
  const prices = pricesWith(call.options.text('price'));
  const facts: EndpointFacts[] = [];
  for (const role of ['inject', 'critic'] as const) {
    try {
      const { model } = endpointConfig(config, role);
      facts.push({ role, model, simulated: isSimulated(model) });
    } catch (error) {
      if (!isLateBenchError(error)) throw error;
      // Not configured: the pages say so.
    }
  }
  let opened: Endpoints | undefined;
  const chats = new Map<string, Promise<ChatEndpoint>>();
  return {
    access: {
      facts,
      chat(role) {
        opened ??= openEndpoints({
          journalFolder: join(home, 'journal', 'view'),
          profiles: { home },
          cacheFolder: join(home, 'cache'),
          cacheMode: 'on',
          offline: false,
          say: (line) => call.say(`latebench view: ${line}`),
        });
        const chat = chats.get(role) ?? opened.open(endpointConfig(config, role));
        chats.set(role, chat);
        chat.catch(() => chats.delete(role));
        return chat;
      },
      usd(model, promptTokens, completionTokens) {
        const price = priceOf(prices, model);
        return price === null ? null : (promptTokens * price.in + completionTokens * price.out) / 1e6;
      },
    },
    home,
    close: async () => opened?.close(),
  };
}

/** Names of users may be no names of files. */
function userName(): string {
  try {
    return authorName(userInfo().username);
  } catch {
    return 'me';
  }
}

function teamOf({ options }: Call): Team {
  const names = options.text('annotators')?.split(',').map(authorName);
  const overlap = options.whole('per-record', 1) ?? 1;
  const guidelines = options.text('guidelines') ?? null;
  // Read anew for each page: here it is looked at once, so that a wrong name is told at once.
  if (guidelines !== null) namedText(guidelines, '--guidelines');
  return {
    guidelines,
    assignment: names === undefined ? null : createAssignment(names, overlap),
    blind: options.flag('blind'),
  };
}

function tokenOf({ options }: Call): string | undefined {
  const file = options.text('token-file');
  if (!options.flag('no-token')) return file === undefined ? newToken() : tokenFrom(file);
  if (file === undefined) return undefined;
  throw new LateBenchError('LB_USAGE', '--no-token and --token-file exclude each other');
}

/** The address with the token would be in the process list: the browser is given a file that leads there. */
async function openEntry(entry: string, file: string, call: Call): Promise<void> {
  createFolderSync(dirname(file));
  const page = `<!doctype html><meta http-equiv="refresh" content="0;url=${entry}">\n`;
  rmSync(file, { force: true });
  writeFileSync(file, page, { mode: 0o600, flag: 'wx' });
  await openInBrowser(file, call);
}

/** Options that would undo each other. */
function checkTogether(options: Call['options']): void {
  const [blind, readOnly] = [options.flag('blind'), options.flag('read-only')];
  const wrong =
    options.flag('teach') && readOnly
      ? '--teach keeps what learners answer: leave out --read-only'
      : blind && readOnly
        ? '--blind hides records until they are judged, and nobody can judge with --read-only: leave out one of them'
        : blind && options.text('export') !== undefined
          ? '--export writes labels and critics for everybody to see: leave out --blind'
          : null;
  if (wrong !== null) throw new LateBenchError('LB_USAGE', wrong);
}

export async function runView(call: Call): Promise<number> {
  const { options, stdout, say } = call;
  const paths = options.positionals.length > 0 ? options.positionals : runsHere();
  if (paths.length === 0) {
    throw new LateBenchError(
      'LB_USAGE',
      'there are no runs under runs/; name a run folder or a file of records',
    );
  }
  checkTogether(options);
  const named = options.text('annotator');
  const annotator = named === undefined ? userName() : authorName(named);
  const team = teamOf(call);
  const workspace = await openWorkspace(paths, {
    assignment: team.assignment ?? undefined,
    annotations: options.text('judgements') ?? 'annotations',
    say: (line) => say(`latebench view: ${line}`),
  });
  const site = options.text('export');
  if (site !== undefined) {
    try {
      const records = await exportSite(workspace, site, { teach: options.flag('teach') });
      say(
        `latebench view: ${formatCounted(records, 'record')} in ${join(site, 'index.html')}; open it in a browser`,
      );
      return exitCodes.ok;
    } finally {
      await workspace.close();
    }
  }
  const endpoints = endpointAccess(call);
  const firstPage = join(endpoints.home, `view-${process.pid}.html`);
  try {
    const server = await startDashboard({
      workspace,
      endpoints: endpoints.access,
      annotator,
      readOnly: options.flag('read-only'),
      teach: options.flag('teach'),
      host: options.text('host'),
      port: options.whole('port', 0) ?? 0,
      team,
      token: tokenOf(call),
      secret: keptSecret(join(endpoints.home, 'view-secret')),
    });
    stdout.write(`${server.entry}\n`);
    if (options.flag('open')) await openEntry(server.entry, firstPage, call);
    say('latebench view: stop with Ctrl-C');
    const signal = await new Promise<NodeJS.Signals>((resolve) => {
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => resolve(name));
    });
    await server.close();
    // Being stopped is how this command ends.
    return signal === 'SIGTERM' ? exitCodes.terminated : exitCodes.ok;
  } finally {
    rmSync(firstPage, { force: true });
    await endpoints.close();
    await workspace.close();
  }
}
