// Checks one endpoint: what the server says of itself, then one call, and where that succeeds the others at once. What the
// server refuses is kept in its profile, as in any run.
import { simulation } from '../../config/endpoint-config.ts';
import { consequenceOf, type Parameter } from '../../endpoints/profile/parameters.ts';
import type { Profile } from '../../endpoints/profile/profile.ts';
import { isLateBenchError } from '../../errors.ts';
import { nearestNames } from '../../records/nearest-name.ts';
import { formatCount, formatCounted, formatSeconds } from '../../report/format.ts';
import { isSimulated } from '../../report/simulation.ts';
import type { ServerTime } from '../clock.ts';
import { type Finding, type Findings, findingsOf } from '../finding.ts';
import { type Connected, connect } from './connect.ts';
import { failure } from './failure.ts';
import { isListed, type Listing } from './listing.ts';
import { callsOfEach, firstRequest, probes } from './probes.ts';
import type { Target } from './target.ts';

export interface EndpointOptions {
  /** LATEBENCH_HOME, where profiles are. */
  readonly home: string;
  /** False: no call to a model is made. */
  readonly calls: boolean;
  readonly say: (line: string) => void;
}

export interface EndpointCheck {
  readonly findings: readonly Finding[];
  readonly time?: ServerTime;
  /** Calls that were made. */
  readonly calls: number;
}

/** Prompts of late steps in long solutions, with room for a reply. */
const fewTokens = 8192;

type Check = (part: string) => Findings;

function modelFinding({ models, status }: Listing, model: string, { ok, warning }: Findings): Finding {
  if (models === null && (status === 401 || status === 403))
    return warning(
      `the server refused its list of models (HTTP ${status})`,
      'the key may be wrong or missing',
    );
  if (models === null) return ok('the server lists none');
  if (isListed(model, models)) return ok(`listed, one of ${formatCount(models.length)}`);
  const near = nearestNames(model, models);
  const some = (near.length > 0 ? near : models).slice(0, 3).join(', ');
  return warning(
    `${model} is not listed; there ${models.length === 1 ? 'is' : 'are'} ${some}`,
    'an alias may work all the same',
  );
}

function contextFinding({ context }: Listing, { ok, warning }: Findings): Finding {
  if (context === null) return ok('the server does not say how long');
  const said = `${formatCount(context)} tokens`;
  return context >= fewTokens
    ? ok(said)
    : warning(said, 'long solutions may not fit: give the server a longer context');
}

/** Parameters that are sent otherwise, beside those that probes speak of. */
function parameterFindings({ refuses }: Pick<Profile, 'refuses'>, findings: Findings): readonly Finding[] {
  const probed: ReadonlySet<Parameter> = new Set(['seed', 'logprobs', 'json_schema', 'json_object']);
  const others = [...refuses].filter((name) => !probed.has(name));
  return others.map((name) => findings.warning(consequenceOf(name)));
}

/** No call is answered while it lasts, however many were before. */
const ofAccount: ReadonlySet<unknown> = new Set(['LB_ENDPOINT_AUTH', 'LB_ENDPOINT_QUOTA']);

/** What a check found, or a warning of what it failed with: more than a warning where the account has no more calls. */
async function found(check: Promise<Finding>, target: Target, findings: Findings): Promise<Finding> {
  try {
    return await check;
  } catch (error) {
    const { said, remedy } = failure(error, target);
    const isOver = isLateBenchError(error) && ofAccount.has(error.code);
    return isOver ? findings.fails(said, remedy) : findings.warning(said, remedy);
  }
}

/** One call, and where it succeeds the others at once. */
async function modelFindings(
  connected: Connected,
  target: Target,
  about: Check,
): Promise<readonly Finding[]> {
  const began = performance.now();
  try {
    await connected.chat(firstRequest);
  } catch (error) {
    const { said, remedy } = failure(error, target);
    return [about('reply').fails(said, remedy)];
  }
  const reply = about('reply').ok(`after ${formatSeconds((performance.now() - began) / 1000)}`);
  const checks = probes.map((probe) => {
    const findings = about(probe.name);
    return found(probe.check(connected, findings), target, findings);
  });
  const streaming = about('streaming');
  if (connected.stream !== null) checks.push(found(connected.stream(streaming), target, streaming));
  const others = await Promise.all(checks);
  return [reply, ...others, ...parameterFindings(connected.profile, about('parameters'))];
}

/** The one call of an endpoint that gives numbers for a text. */
async function embeddingFinding(connected: Connected, target: Target, about: Check): Promise<Finding> {
  const findings = about('reply');
  try {
    const { content } = await connected.chat(firstRequest);
    return findings.ok(
      `an embedding of ${formatCounted((JSON.parse(content) as number[]).length, 'number')}`,
    );
  } catch (error) {
    const { said, remedy } = failure(error, target);
    return findings.fails(said, remedy);
  }
}

export async function checkEndpoint(target: Target, options: EndpointOptions): Promise<EndpointCheck> {
  const { config, roles, origin } = target;
  const { model, baseUrl, apiKey, keyNote } = config;
  const label = roles.join(', ');
  const about: Check = (part) => findingsOf(part === '' ? label : `${label}: ${part}`);
  if (baseUrl === simulation) {
    const finding = `simulated (${model}): no server is asked, and nothing is measured`;
    return { findings: [about('').ok(finding)], calls: 0 };
  }
  let connected: Connected | undefined;
  try {
    connected = await connect(target, options.home);
    const { where, redactor } = connected;
    const listing = await connected.listing();
    const simulated = isSimulated(model) ? ' (simulated)' : '';
    const key = apiKey === undefined ? 'no key is sent' : (keyNote ?? 'a key is sent');
    const findings = [
      about('').ok(`${model}${simulated} at ${where} (from ${origin}); ${key}`),
      modelFinding(listing, model, about('model')),
    ];
    if (target.dialect === 'embeddings') {
      if (options.calls) findings.push(await embeddingFinding(connected, target, about));
    } else findings.push(contextFinding(listing, about('context')));
    if (options.calls && target.dialect === undefined) {
      const calls = callsOfEach + (connected.stream === null ? 0 : 1);
      options.say(`${label}: up to ${calls} small calls to ${model} at ${where}, one with a long prompt`);
      findings.push(...(await modelFindings(connected, target, about)));
    }
    const shown = findings.map((one) => ({ ...one, finding: redactor.text(one.finding) }));
    return { findings: shown, time: listing.time, calls: connected.calls };
  } catch (error) {
    const { said, remedy } = failure(error, target);
    const shown = connected?.redactor.text(said) ?? said;
    return { findings: [about('').fails(shown, remedy)], calls: connected?.calls ?? 0 };
  } finally {
    await connected?.close();
  }
}
