// `latebench cache`: what is in the cache of replies, and making it smaller.
import { exitCodes, LateBenchError } from '../../errors.ts';
import { defineCommand } from '../command.ts';
import { tryOption } from '../options.ts';

function bytesOf(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*(|k|M|G|T)B?$/i.exec(text);
  if (match === null)
    throw new LateBenchError('LB_USAGE', `--max-bytes ${text}: give a size such as 500M or 2G`);
  const powers: Readonly<Record<string, number>> = { '': 0, k: 1, m: 2, g: 3, t: 4 };
  return Math.round(Number(match[1]) * 1000 ** (powers[(match[2] ?? '').toLowerCase()] ?? 0));
}

export const cacheCommand = defineCommand({
  name: 'cache',
  summary: 'show, shrink or empty the cache of paid replies',
  usage: 'stats|prune|clear [OPTIONS]',
  words: ['stats', 'prune', 'clear'],
  examples: [
    'latebench cache stats',
    'latebench cache prune',
    'latebench cache prune --max-bytes 2G',
    'latebench cache prune --older-than 90',
  ],
  about:
    'The cache lets later runs use stored replies, and prevents two processes from paying for the same call. ' +
    'It never holds failures, truncated replies or replies without usable logprobs. Journals of runs are not ' +
    'changed. prune also removes temporary files that killed processes left under LATEBENCH_HOME, in the ' +
    'current folder and in their output folders.',
  options: [
    {
      name: 'max-bytes',
      value: 'SIZE',
      about: 'prune: keep at most this much, the most recently used',
      group: 'Limits',
      actions: ['prune'],
    },
    {
      name: 'older-than',
      value: 'DAYS',
      about: 'prune: drop what was not used for this many days',
      group: 'Limits',
      actions: ['prune'],
    },
    {
      name: 'format',
      value: 'HOW',
      choices: ['table', 'json'],
      default: 'table',
      about: 'how to print stats',
      group: 'Output',
      actions: ['stats'],
    },
    {
      ...tryOption,
      about: 'prune, clear: print how much would be removed, and remove nothing',
      actions: ['prune', 'clear'],
    },
  ],
  docs: 'docs/endpoints.md',
  async run(call) {
    const [
      { existsSync },
      { join },
      { openCache },
      { clearCacheFolder },
      { homeOf },
      { configOf },
      { litterText, prunedText, sayCacheStats },
      { removeLitter },
      { styleOf },
    ] = await Promise.all([
      import('node:fs'),
      import('node:path'),
      import('../../endpoints/cache/reply-cache.ts'),
      import('../../endpoints/cache/tables.ts'),
      import('../../config/shared-settings.ts'),
      import('../command-config.ts'),
      import('../cache-report.ts'),
      import('../../storage/litter.ts'),
      import('../text-style.ts'),
    ]);
    const { options, stdout, say } = call;
    const [action, ...more] = options.positionals;
    if (more.length > 0 || (action !== 'stats' && action !== 'prune' && action !== 'clear')) {
      throw new LateBenchError(
        'LB_USAGE',
        `say what to do with the cache: stats, prune or clear${more.length > 0 ? ` (and not ${more[0]})` : ''}`,
      );
    }
    const home = homeOf(configOf(call));
    const folder = join(home, 'cache');
    const dry = options.flag('dry-run');
    const size = action === 'clear' ? '0' : options.text('max-bytes');
    const days = options.whole('older-than', 0);
    if (action === 'prune') {
      const keepsAll = size === undefined && days === undefined;
      const litter = removeLitter(home, { dry });
      if (litter.files > 0 || keepsAll) say(litterText(litter, dry));
      if (keepsAll) {
        say('every reply is kept: --max-bytes or --older-than say which to remove');
        return exitCodes.ok;
      }
    }
    if (action === 'clear' && !dry) {
      // Also the way out of a damaged cache, which cannot be opened.
      await clearCacheFolder(folder);
      say('the cache is empty');
      return exitCodes.ok;
    }
    if (dry && !existsSync(folder)) {
      say('dry run: 0 calls; the cache is empty');
      return exitCodes.ok;
    }
    const cache = await openCache(folder);
    try {
      if (action === 'stats')
        stdout.write(sayCacheStats(await cache.stats(), options.text('format') ?? 'table', styleOf(call)));
      else {
        const pruned = await cache.prune({
          maxBytes: size === undefined ? undefined : bytesOf(size),
          olderThanDays: days,
          dry,
        });
        say(
          dry ? `dry run: 0 calls; ${prunedText(pruned)} would be removed` : `${prunedText(pruned)} removed`,
        );
      }
      return exitCodes.ok;
    } finally {
      await cache.close();
    }
  },
});
