// Settings that every part of a run has, whichever endpoint it calls. Each has a default, which counts also for a
// configuration that was put together by a program and does not say it.
import { LateBenchError } from '../errors.ts';
import { type Config, wholeNumber } from './resolve.ts';
import { settingDefaults } from './setting-table.ts';

/** The folder for journals, cache and quarantine. */
export function homeOf(config: Config): string {
  return config.get('home')?.value ?? settingDefaults.home;
}

/** Calls in flight at once. Throws LB_CONFIG for what is no number of at least 1. */
export function concurrencyOf(config: Config): number {
  return wholeNumber(config, 'concurrency', 1) ?? settingDefaults.concurrency;
}

/** Times that a failed call is sent again. Throws LB_CONFIG for what is no number of at least 0. */
export function maxRetriesOf(config: Config): number {
  return wholeNumber(config, 'max_retries', 0) ?? settingDefaults.maxRetries;
}

/** How long calls on the wire are waited for after a signal, where that is set. */
export function drainMsOf(config: Config): number | undefined {
  const set = config.get('drain_seconds');
  if (set === undefined) return undefined;
  const { value, origin } = set;
  const seconds = Number(value);
  if (value.trim() !== '' && seconds >= 0 && seconds <= 86_400) return seconds * 1000;
  const message = `drain_seconds = ${JSON.stringify(value)} (from ${origin}): give a number from 0 to 86400`;
  throw new LateBenchError('LB_CONFIG', message);
}
