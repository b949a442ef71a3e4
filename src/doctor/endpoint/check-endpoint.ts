// Checks one endpoint: what the server says of itself, then one call, and where that succeeds the others at once. What the
// server refuses is kept in its profile, as in any run.
import { simulation } from '../../config/endpoint-config.ts';
import { createChatEndpoint } from '../../endpoints/client.ts';
import { clientDefaults } from '../../endpoints/client-defaults.ts';
import { consequenceOf, type Parameter } from '../../endpoints/profile/parameters.ts';
import { openProfile, type Profile } from '../../endpoints/profile/profile.ts';
import { endpointRedactor, publicUrl } from '../../endpoints/redact.ts';
import { createTransport } from '../../endpoints/transport.ts';
import { createUsageCounters } from '../../endpoints/usage-counters.ts';
import { wireOf } from '../../executor/endpoint-wire.ts';
import { nearestNames } from '../../records/nearest-name.ts';
import { formatCount, formatSeconds } from '../../report/format.ts';
import { isSimulated } from '../../report/simulation.ts';
import type { ServerTime } from '../clock.ts';
import { type Finding, type Findings, findingsOf } from '../finding.ts';
import { failure, waitMs } from './failure.ts';
import { askListing, isListed, type Listing } from './listing.ts';
import { type Asked, callsOfEach, firstRequest, type Probe, probes } from './probes.ts';
import { judgeStream, streamed } from './streaming.ts';
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

function modelFinding({ models }: Listing, model: string, { ok, warning }: Findings): Finding {
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
function parameterFindings({ refuses }: Profile, findings: Findings): readonly Finding[] {
  const probed: ReadonlySet<Parameter> = new Set(['seed', 'logprobs', 'json_schema', 'json_object']);
  const others = [...refuses].filter((name) => !probed.has(name));
  return others.map((name) => findings.warning(consequenceOf(name)));
}

async function runProbe(probe: Probe, asked: Asked, target: Target, findings: Findings): Promise<Finding> {
  try {
    return await probe.check(asked, findings);
  } catch (error) {
    const { said, remedy } = failure(error, target);
    return findings.warning(said, remedy);
  }
}

export async function checkEndpoint(target: Target, options: EndpointOptions): Promise<EndpointCheck> {
  const { config, roles, origin } = target;
  const { model, baseUrl, apiKey, keyNote, caFile, maxReplyMb } = config;
  const label = roles.join(', ');
  const about: Check = (part) => findingsOf(part === '' ? label : `${label}: ${part}`);
  if (baseUrl === simulation) {
    return {
      findings: [about('').ok(`simulated (${model}): no server is asked, and nothing is measured`)],
      calls: 0,
    };
  }
  const { dialect, address, name } = wireOf(config);
  const where = publicUrl(address);
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...dialect.headers(apiKey),
  };
  const redactor = endpointRedactor({ baseUrl: address, headers, apiKey });
  const maxReplyBytes = maxReplyMb === undefined ? clientDefaults.maxReplyBytes : maxReplyMb << 20;
  const limits = {
    headersTimeoutMs: waitMs,
    idleTimeoutMs: waitMs,
    deadlineMs: waitMs,
    maxReplyBytes,
    caFile,
  };
  const counters = createUsageCounters();
  const findings: Finding[] = [];
  let streams = 0;
  let time: ServerTime | undefined;
  const done = (): EndpointCheck => ({
    findings: findings.map((one) => ({ ...one, finding: redactor.text(one.finding) })),
    ...(time && { time }),
    calls: counters.total().calls + streams,
  });
  const transport = createTransport({ baseUrl: address, connections: 2, ...limits });
  const profile = await openProfile({
    places: { home: options.home },
    endpoint: where,
    model,
    dialect,
    requires: [],
    redactor,
    say: () => {},
  });
  const asked: Asked = {
    roles,
    profile,
    async chat(request, sample = 0) {
      const endpoint = createChatEndpoint({
        ...{ baseUrl: address, name, model, dialect, profile, apiKey, keyNote, counters, ...limits },
        concurrency: 1,
        maxRetries: 0,
        // A server that refuses twice for its rate is reported, not waited for.
        maxDownMs: 0,
        backoff: { firstMs: 500, maxMs: 1000 },
        allowDegenerate: true,
      });
      try {
        return await endpoint.chat(request, { signal: AbortSignal.timeout(waitMs), sample });
      } finally {
        await endpoint.close();
      }
    },
  };
  const stream = async (): Promise<Finding[]> => {
    if (!dialect.can.streaming) return [];
    const judge = about('streaming');
    const body = streamed(dialect.body(model, profile.adapt(firstRequest)));
    const request = { method: 'POST', path: dialect.path(model), body } as const;
    streams += 1;
    try {
      const response = redactor.response(await transport.send(request, headers, AbortSignal.timeout(waitMs)));
      return [judgeStream(dialect, response, judge)];
    } catch (error) {
      const { said, remedy } = failure(error, target);
      return [judge.warning(said, remedy)];
    }
  };
  try {
    const simulated = isSimulated(model) ? ' (simulated)' : '';
    const key = apiKey === undefined ? 'no key is sent' : (keyNote ?? 'a key is sent');
    let listing: Listing;
    try {
      const signal = AbortSignal.timeout(waitMs);
      listing = await askListing(transport, { dialect, model, where }, { headers, signal });
    } catch (error) {
      const { said, remedy } = failure(error, target);
      findings.push(about('').fails(said, remedy));
      return done();
    }
    time = listing.time;
    findings.push(about('').ok(`${model}${simulated} at ${where} (from ${origin}); ${key}`));
    findings.push(modelFinding(listing, model, about('model')), contextFinding(listing, about('context')));
    if (!options.calls) return done();
    options.say(
      `${label}: up to ${callsOfEach + 1} small calls to ${model} at ${where}, one with a long prompt`,
    );
    try {
      const began = performance.now();
      await asked.chat(firstRequest);
      findings.push(about('reply').ok(`after ${formatSeconds((performance.now() - began) / 1000)}`));
    } catch (error) {
      const { said, remedy } = failure(error, target);
      findings.push(about('reply').fails(said, remedy));
      return done();
    }
    const probed = probes.map((probe) => runProbe(probe, asked, target, about(probe.name)));
    const [streaming, ...others] = await Promise.all([stream(), ...probed]);
    findings.push(...others, ...streaming, ...parameterFindings(profile, about('parameters')));
    return done();
  } finally {
    await transport.close();
  }
}
