// From argv to an exit code. Errors end here: one line on stderr, never a stack trace unless LATEBENCH_DEBUG is set.
import { withoutKeys } from '../config/key-shape.ts';
import { describeError, exitCodeOf, exitCodes, LateBenchError } from '../errors.ts';
import { printLines } from '../executor/live-line.ts';
import { pipelineNames } from '../pipeline/pipeline-names.ts';
import { didYouMean } from '../records/nearest-name.ts';
import { visibleText } from '../report/visible-text.ts';
import { standardInput } from '../storage/standard-input.ts';
import { toolVersion } from '../version.ts';
import { commandNames, loadAllCommands, loadCommand } from './catalogue.ts';
import type { Call, Command, Streams } from './command.ts';
import { limitHeapGrowthSoon } from './heap-growth.ts';
import { commandHelp, generalHelp } from './help.ts';
import { pageNames, pageText } from './pages.ts';
import { parseOptions } from './parse-options.ts';
import { outputFailure, watchOutput } from './standard-output.ts';
import { takesColour } from './text-style.ts';

/** Names and words of others come as they are: what would move the terminal's cursor is shown instead. */
function line(text: string): string {
  return visibleText(text.endsWith('\n') ? text : `${text}\n`);
}

/** `program` is `latebench`, or `latebench-<command>` for the binary of one command. */
export async function main(
  program: string,
  argv: readonly string[],
  streams: Streams = { stdin: standardInput(), stdout: process.stdout, stderr: process.stderr },
): Promise<number> {
  limitHeapGrowthSoon();
  watchOutput(streams.stdout);
  // Nobody can be told, and the exit code still says what happened.
  watchOutput(streams.stderr);
  try {
    const atExit: Call['atExit'] = [];
    const code = await run(program, argv, { ...streamsOf(streams), atExit });
    const failure = await outputFailure(streams.stdout);
    if (failure !== undefined) throw failure;
    for (const told of atExit) told(code);
    return code;
  } catch (error) {
    streams.stderr.write(line(`latebench: ${withoutKeys(describeError(error))}`));
    if (process.env.LATEBENCH_DEBUG && error instanceof Error) streams.stderr.write(line(error.stack ?? ''));
    return exitCodeOf(error);
  }
}

async function run(
  program: string,
  argv: readonly string[],
  { atExit, ...streams }: Streams & Pick<Call, 'atExit'>,
): Promise<number> {
  const named = program.startsWith('latebench-') ? program.slice('latebench-'.length) : undefined;
  const [name, ...rest] = named === undefined ? argv : [named, ...argv];
  if (name === '--version' || name === '-V' || rest.includes('--version')) {
    const { schemaVersion } = await import('../records/schema-version.ts');
    streams.stdout.write(`latebench ${toolVersion} (record schema ${schemaVersion})\n`);
    return exitCodes.ok;
  }
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const text = await helpText(rest, streams.stdout);
    if (text === undefined) {
      streams.stderr.write(`latebench: ${noTopic(rest[0]!)}\n`);
      return exitCodes.usage;
    }
    (name === undefined ? streams.stderr : streams.stdout).write(text);
    return name === undefined ? exitCodes.usage : exitCodes.ok;
  }
  const loaded = await loadCommand(name);
  if (loaded === undefined) {
    streams.stderr.write(`latebench: ${noCommand(name)}\n`);
    return exitCodes.usage;
  }
  const command = actionOf(loaded, rest[0]);
  if (command !== loaded) rest.shift();
  else if (loaded.actions !== undefined && rest[0] !== undefined && !rest[0].startsWith('-')) {
    const actions = loaded.actions.map((action) => action.name.slice(name.length + 1));
    const near = didYouMean(rest[0], actions, (action) => `${name} ${action}`);
    const last = actions.at(-1)!;
    const known = `${name} has ${actions.length === 1 ? last : `${actions.slice(0, -1).join(', ')} and ${last}`}`;
    throw new LateBenchError('LB_USAGE', `there is no ${name} ${rest[0]}${near}; ${known}`);
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    streams.stdout.write(commandHelp(command, streams.stdout.columns));
    return exitCodes.ok;
  }
  const options = parseOptions(command.options, rest, (text) => say(`latebench ${command.name}: ${text}`));
  const say: Call['say'] = options.flag('quiet')
    ? () => {}
    : (text) => printLines(streams.stderr, line(text));
  const showsProgress = !options.flag('quiet') && options.text('progress') !== 'off';
  return await command.run({ ...streams, atExit, command, options, say, showsProgress });
}

/** Of a command or an action, of a page, or of all commands; undefined where there is no such topic. */
async function helpText(words: readonly string[], stdout: Streams['stdout']): Promise<string | undefined> {
  const [topic, action] = words;
  const { columns } = stdout;
  if (topic === undefined) return generalHelp(await loadAllCommands(), toolVersion, columns);
  const command = await loadCommand(topic);
  const shown = command === undefined ? undefined : actionOf(command, action);
  const extra = words.slice(shown === command ? 1 : 2).find((word) => !word.startsWith('-'));
  if (extra !== undefined) {
    const message = `help takes one command, with its action, or one page (${extra}): latebench help ${topic}`;
    throw new LateBenchError('LB_USAGE', message);
  }
  if (shown !== undefined) return commandHelp(shown, columns);
  return pageText(topic, { colour: takesColour(stdout) && !words.includes('--no-color'), columns });
}

function noTopic(name: string): string {
  const near = didYouMean(name, [...commandNames, ...pageNames()]);
  const pages = pageNames().join(', ');
  return `there is no command or page ${JSON.stringify(name)}${near} (latebench --help lists the commands; pages: ${pages})`;
}

function noCommand(name: string): string {
  const near = (pipelineNames as readonly string[]).includes(name)
    ? `; did you mean latebench run ${name}?`
    : didYouMean(name, commandNames);
  return `there is no command ${JSON.stringify(name)}${near} (latebench --help lists them)`;
}

function actionOf(command: Command, word: string | undefined): Command {
  return command.actions?.find(({ name }) => name === `${command.name} ${word}`) ?? command;
}

function streamsOf({ stdin, stdout, stderr }: Streams): Streams {
  return { stdin, stdout, stderr };
}
