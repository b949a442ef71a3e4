// Which key goes to which server. A key stays with the host that it was configured for: a URL that was given for one run
// (by a flag, a pipeline or a specification) is not shown the keys of other hosts.
import { type Config, candidates, type Resolved } from './resolve.ts';
import { providerBaseUrls, type Role, roles } from './setting-table.ts';

export interface KeyChoice {
  readonly value: string | undefined;
  /** The variable or flag that it comes from; undefined where no key is sent. */
  readonly from: string | undefined;
  /** For people: which key is sent, or why none is. */
  readonly note: string | undefined;
}

/** Given for this run, not by the configuration. */
export function isAsked(origin: string): boolean {
  return /^(--|pipeline |spec of )/.test(origin);
}

function originOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined;
}

/** Where the key of a provider belongs: for OPENAI_API_KEY, OPENAI_BASE_URL where that is set. */
function homeOf(config: Config, variable: string): string | undefined {
  const own = variable.replace('_API_KEY', '_BASE_URL');
  const set = roles
    .flatMap((role) => candidates(config.get(`${role}.base_url`)))
    .find((found) => found.variable === own);
  return originOf(set?.value ?? providerBaseUrls[variable]);
}

/** Why this key may not be sent to this URL; null where it may. */
function withheld(config: Config, role: Role, key: Resolved, target: string | undefined): string | null {
  const { variable } = key;
  if (variable === undefined) return null;
  if (variable in providerBaseUrls) {
    const home = homeOf(config, variable);
    if (home === target) return null;
    const others = Object.keys(providerBaseUrls).filter((other) => other !== variable);
    if (others.some((other) => homeOf(config, other) === target)) return `${variable} belongs to ${home}`;
  }
  const bases = candidates(config.get(`${role}.base_url`));
  if (!isAsked(bases[0]?.origin ?? 'default')) return null;
  const configured = bases.find(({ origin }) => !isAsked(origin));
  const provider = providerBaseUrls[candidates(config.get(`${role}.api_key`))[0]?.variable ?? ''];
  const home = originOf(configured?.value ?? provider);
  // The role's own key with no URL of its own is meant for the one that is given.
  if (home === target || (home === undefined && !(variable in providerBaseUrls))) return null;
  return `${variable} belongs to ${home}`;
}

/** The key of a role for a base URL. */
export function keyFor(config: Config, role: Role, baseUrl: string): KeyChoice {
  const target = originOf(baseUrl);
  const host = target === undefined ? baseUrl : new URL(target).host;
  const reasons: string[] = [];
  for (const key of candidates(config.get(`${role}.api_key`))) {
    const reason = withheld(config, role, key, target);
    if (reason === null) {
      const from = key.variable ?? key.origin;
      return { value: key.value, from, note: `the key of ${from} was sent to ${host}` };
    }
    reasons.push(reason);
  }
  const remedy = `set LATEBENCH_${role.toUpperCase()}_BASE_URL and _API_KEY together, or give --api-key-file`;
  const why = reasons.length === 0 ? '' : ` (${reasons.join(', ')})`;
  return { value: undefined, from: undefined, note: `no key was sent to ${host}${why}: ${remedy}` };
}

/** For a role's key: the host that it goes to, and from which variable; for other settings null. */
export function keyPlace(config: Config, setting: string): string | null {
  const role = roles.find((one) => setting === `${one}.api_key`);
  if (role === undefined) return null;
  const [key] = candidates(config.get(setting));
  const baseUrl = config.get(`${role}.base_url`)?.value ?? providerBaseUrls[key?.variable ?? ''];
  const target = originOf(baseUrl);
  if (baseUrl === undefined || target === undefined) return null;
  const { from, note } = keyFor(config, role, baseUrl);
  return from === undefined ? (note ?? null) : `${new URL(target).host} (${from})`;
}
