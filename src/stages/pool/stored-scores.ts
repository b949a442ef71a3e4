// What the scores that a pool stores are computed with: the official convention, where no option says otherwise.
import type { PoolSettings } from '../../deepconf/pool/schema.ts';
import { conventionSettings, defaultScoreSettings } from '../../deepconf/score-settings.ts';
import { givenScores } from '../vote/confidence-options.ts';

export function storedScores(asked: Parameters<typeof givenScores>[0]): PoolSettings['scores'] {
  const settings = { ...defaultScoreSettings, ...conventionSettings.official, ...givenScores(asked) };
  return {
    window: settings.window,
    tail: settings.tail,
    edge: settings.edge,
    bottom_count: settings.bottomCount,
    missing: settings.missing,
    sentinel: settings.sentinel ?? 'skip',
  };
}
