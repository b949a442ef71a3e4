// `latebench config`: each setting and its origin. Keys are shortened so that they identify an account and nothing more.
import { defineCommand } from '../command.ts';
import { printOption } from '../options.ts';

export const configCommand = defineCommand({
  name: 'config',
  summary: 'show every setting and where its value came from',
  usage: '[--explain]',
  examples: ['latebench config --explain', 'LATEBENCH_CRITIC_MODEL=gpt-4o latebench config --explain'],
  about:
    'Precedence: flags, environment, --env-file or .env, latebench.config.json nearest upward, the config file under ' +
    'XDG_CONFIG_HOME/latebench, defaults.',
  options: [
    { name: 'explain', about: 'add the purpose of each setting and the names that set it', group: 'Output' },
    printOption('table', 'json'),
  ],
  docs: 'docs/cli.md',
  async run(call) {
    const { showSettings } = await import('../config-run.ts');
    return showSettings(call);
  },
});
