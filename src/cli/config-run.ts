// Runs `latebench config`.

import { keyPlace } from '../config/endpoint-key.ts';
import { redactKey } from '../config/key-shape.ts';
import { misspeltVariables } from '../config/misspelt-variables.ts';
import { settings } from '../config/setting-table.ts';
import { shownUrl } from '../endpoints/redact.ts';
import { exitCodes } from '../errors.ts';
import { textTable } from '../report/text-table.ts';
import { type Call, checkArguments } from './command.ts';
import { configOf } from './command-config.ts';
import { invalidSettings } from './invalid-settings.ts';
import { styleOf } from './text-style.ts';

/** Each setting and its origin; keys are shortened. What a command would reject is said, and is a failure. */
export function showSettings(call: Call): number {
  checkArguments(call, 0);
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
      about: 'purpose',
      names: 'environment',
    };
    const columns = Object.keys(rows[0] ?? {}).map((key) => ({
      key,
      title: titles[key as keyof typeof titles],
      wraps: key !== 'setting',
    }));
    call.stdout.write(`${textTable({ columns, rows }, styleOf(call))}\n`);
  }
  const invalid = invalidSettings(config);
  for (const line of invalid) call.say(line);
  return invalid.length === 0 ? exitCodes.ok : exitCodes.usage;
}
