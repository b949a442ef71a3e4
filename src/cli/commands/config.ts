// `latebench config`: each setting and its origin. Keys are shortened so that they identify an account and nothing more.
import { exitCodes } from '../../errors.ts';
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
    { name: 'explain', about: 'add what each setting is for and the names that set it', group: 'Output' },
    printOption('table', 'json'),
  ],
  docs: 'docs/cli.md',
  async run(call) {
    const { settings } = await import('../../config/setting-table.ts');
    const { configOf } = await import('../command-config.ts');
    const { keyPlace } = await import('../../config/endpoint-key.ts');
    const { redactKey, shownUrl } = await import('../../endpoints/redact.ts');
    const { textTable } = await import('../../report/text-table.ts');
    const { styleOf } = await import('../text-style.ts');
    const { misspeltVariables } = await import('../../config/misspelt-variables.ts');
    const config = configOf(call);
    for (const line of misspeltVariables({ envFile: call.options.text('env-file') })) call.say(line);
    const rows = settings.map((setting) => {
      const found = config.get(setting.name);
      const shown = setting.secret === true ? redactKey : shownUrl;
      const value = found === undefined ? null : shown(found.value);
      const row = { setting: setting.name, value, origin: found?.origin ?? 'not set' };
      if (!call.options.flag('explain')) return row;
      const goesTo = keyPlace(config, setting.name);
      return { ...row, goes_to: goesTo, about: setting.about, names: setting.env.join(', ') };
    });
    if (call.options.text('format') === 'json') call.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
    else {
      const titles = {
        setting: 'setting',
        value: 'value',
        origin: 'from',
        goes_to: 'key goes to',
        about: 'what for',
        names: 'environment',
      };
      const columns = Object.keys(rows[0] ?? {}).map((key) => ({
        key,
        title: titles[key as keyof typeof titles],
        wraps: key !== 'setting',
      }));
      call.stdout.write(`${textTable({ columns, rows }, styleOf(call))}\n`);
    }
    return exitCodes.ok;
  },
});
