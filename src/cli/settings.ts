// A command's configuration: its flags over environment, files and defaults.
import { readFileSync } from 'node:fs';
import { type Config, resolveConfig } from '../config/resolve.ts';
import { LateBenchError } from '../errors.ts';
import type { Call } from './command.ts';

function keyFromFile(path: string): string {
  try {
    const key = readFileSync(path, 'utf8').trim();
    if (key === '') throw new LateBenchError('LB_CONFIG', `${path} is empty (--api-key-file)`);
    return key;
  } catch (cause) {
    if (cause instanceof LateBenchError) throw cause;
    throw new LateBenchError('LB_CONFIG', `${path} cannot be read (--api-key-file)`, { cause });
  }
}

export function configOf({ command, options }: Pick<Call, 'command' | 'options'>): Config {
  const flags = new Map<string, { value: string; flag: string }>();
  for (const { name, setting } of command.options) {
    const value = options.text(name);
    if (setting === undefined || value === undefined) continue;
    const target = setting.replace('ROLE', command.role ?? '');
    flags.set(target, { value, flag: `--${name}` });
  }
  const keyFile = options.text('api-key-file');
  if (keyFile !== undefined && command.role !== undefined) {
    flags.set(`${command.role}.api_key`, { value: keyFromFile(keyFile), flag: '--api-key-file' });
  }
  return resolveConfig({ flags, envFile: options.text('env-file') });
}

export function homeOf(config: Config): string {
  return config.get('home')?.value ?? '.latebench';
}
