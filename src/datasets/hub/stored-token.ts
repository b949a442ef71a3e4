// The token that `hf auth login` left on this machine, where the hub's own library looks for it.
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** `HF_TOKEN_PATH`, or `token` in HF_HOME, by default ~/.cache/huggingface. */
function tokenPath(env: Environment): string {
  const set = (name: string): string | undefined => env[name]?.trim() || undefined;
  const home = set('HOME') ?? homedir();
  const cache = set('XDG_CACHE_HOME') ?? join(home, '.cache');
  return set('HF_TOKEN_PATH') ?? join(set('HF_HOME') ?? join(cache, 'huggingface'), 'token');
}

/** Undefined where nobody logged in, or HF_HUB_DISABLE_IMPLICIT_TOKEN says not to send it unasked. */
export function storedToken(env: Environment): string | undefined {
  if (/^(1|on|yes|true)$/i.test(env.HF_HUB_DISABLE_IMPLICIT_TOKEN?.trim() ?? '')) return undefined;
  try {
    return readFileSync(tokenPath(env), 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
