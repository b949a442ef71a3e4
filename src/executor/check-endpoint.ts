// What is known to be wrong with an endpoint before it is called: its dialect, or what is known of its model, cannot do
// what the command needs.
import { basename, dirname } from 'node:path';
import type { EndpointConfig } from '../config/endpoint-config.ts';
import { homeOf } from '../config/shared-settings.ts';
import type { ProfilePlaces } from '../endpoints/profile/profile.ts';
import { LateBenchError } from '../errors.ts';
import type { AskFor, SessionOptions } from './session.ts';

/** A run's profile is in its folder, where a run has one; else beside the journal of its work. */
export function profilePlaces({
  config,
  journalFolder,
  profileFolder,
}: Pick<SessionOptions, 'config' | 'journalFolder' | 'profileFolder'>): ProfilePlaces {
  const own = basename(journalFolder) === 'journal' ? dirname(journalFolder) : journalFolder;
  return { home: homeOf(config), run: profileFolder ?? own };
}

export async function checkEndpoint(
  options: SessionOptions,
  asked: EndpointConfig,
  { dialect: kind, requires = [] }: AskFor,
): Promise<void> {
  if (options.batchFolder === undefined && requires.length === 0) return;
  const [{ wireOf }, { openProfile }, { createRedactor, publicUrl }] = await Promise.all([
    import('./endpoint-wire.ts'),
    import('../endpoints/profile/profile.ts'),
    import('../endpoints/redact.ts'),
  ]);
  const { dialect, address } = wireOf(asked, kind);
  if (options.batchFolder !== undefined && kind === undefined && !dialect.can.batch) {
    const message = `--batch: the dialect ${dialect.name} has no batches; leave it out`;
    throw new LateBenchError('LB_USAGE', message);
  }
  // Reads what is known; a dry run leaves nothing behind.
  await openProfile({
    places: { home: profilePlaces(options).home },
    endpoint: URL.canParse(address) ? publicUrl(address) : address,
    model: asked.model,
    dialect,
    requires,
    redactor: createRedactor([]),
    say: () => {},
  });
}
