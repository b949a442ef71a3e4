// Settings that every part of a run has, whichever endpoint it calls. Each has a default, which counts also for a
// configuration that was put together by a program and does not say it.
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
