// `latebench completion`: shell completion made from the same option tables as the commands themselves.
import { exitCodes, LateBenchError } from '../../errors.ts';
import { checkArguments, defineCommand } from '../command.ts';

export const completionCommand = defineCommand({
  name: 'completion',
  summary: 'print the completion script for bash, zsh or fish',
  usage: 'bash|zsh|fish',
  words: ['bash', 'zsh', 'fish'],
  examples: [
    'source <(latebench completion bash)',
    'latebench completion fish > ~/.config/fish/completions/latebench.fish',
  ],
  async run(call) {
    checkArguments(call, 1);
    const { options, stdout } = call;
    const { completionScript, shells } = await import('../completion-script.ts');
    const { loadAllCommands } = await import('../catalogue.ts');
    const shell = shells.find((known) => known === options.positionals[0]);
    if (shell === undefined) throw new LateBenchError('LB_USAGE', `name a shell: ${shells.join(', ')}`);
    stdout.write(completionScript(shell, await loadAllCommands()));
    return exitCodes.ok;
  },
});
