// A checker of Stryker's that lets only the mutants of the sample through; the others count as not compiled, which no score
// has. The sample is in the file that LATEBENCH_MUTANTS names: keys as `keyOf` makes them.
import { readFileSync } from 'node:fs';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { keyOf } from './mutant-key.js';

class SampleChecker {
  #sample = new Set();

  async init() {
    this.#sample = new Set(JSON.parse(readFileSync(process.env.LATEBENCH_MUTANTS, 'utf8')));
  }

  async check(mutants) {
    const status = (mutant) =>
      this.#sample.has(keyOf(mutant, process.env.LATEBENCH_ROOT))
        ? { status: 'passed' }
        : { status: 'compileError', reason: 'not in the sample' };
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, status(mutant)]));
  }

  /** All that come together at once: each is a look into a set. */
  async group(mutants) {
    return [mutants.map(({ id }) => id)];
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'sample', SampleChecker)];
