// What a build knows before its first call: what people asked for and decided, who is left of the sources, and what is to
// become of each record. It reads, and writes nothing.
import { join } from 'node:path';
import { type ManualRequest, readManualRequests } from '../inject/manual.ts';
import { readInput } from '../storage/input.ts';
import type { Row } from '../storage/rows.ts';
import type { PassContext } from '../stream/pass.ts';
import { type Chosen, chooseParts } from './choose.ts';
import { type Decisions, readDecisions } from './decisions.ts';
import { filterLines, type YieldLine, yieldLine } from './funnel.ts';
import type { LoadedSpec } from './load-spec.ts';
import { type SourceFacts, type SourceOptions, sourceFacts } from './sources.ts';
import { type Survey, surveySources } from './survey.ts';

export interface Prepared {
  readonly facts: readonly SourceFacts[];
  /** How the sources are read again. */
  readonly sources: SourceOptions;
  readonly requests: ReadonlyMap<string, ManualRequest>;
  readonly decisions: Decisions;
  readonly survey: Survey;
  readonly chosen: Chosen;
  /** What the filter and the choice of parts left out. */
  readonly funnel: readonly YieldLine[];
}

async function requestsIn(
  paths: readonly string[],
  say: (line: string) => void,
): Promise<Map<string, ManualRequest>> {
  const rows: Row[] = [];
  for (const path of paths) {
    for await (const group of readInput(path, { onBad: ({ message }) => say(`${path}: ${message}`) })) {
      rows.push(...group.filter(({ kind }) => kind === 'comment'));
    }
  }
  const requests = readManualRequests(rows);
  for (const bad of requests.bad) say(`a comment cannot be read: ${bad}`);
  return new Map(requests.byRecord);
}

export async function prepareBuild(
  { spec, folder }: LoadedSpec,
  {
    policy,
    stopReading,
    say,
  }: Pick<PassContext, 'policy' | 'stopReading'> & { readonly say: (line: string) => void },
): Promise<Prepared> {
  const facts = sourceFacts(spec.sources);
  const sources = { folder, say, onBad: policy.reject.bind(policy) };
  const requests = await requestsIn(
    spec.comments.map((path) => join(folder, path)),
    say,
  );
  const decisions = await readDecisions(spec.decisions.map((path) => join(folder, path)));
  for (const bad of decisions.bad) say(`a decision cannot be read: ${bad}`);
  const survey = await surveySources(spec, facts, requests, { ...sources, signal: stopReading });
  const chosen = chooseParts(survey.candidates, spec);
  say(`${survey.rows} rows, ${survey.candidates.length} families, ${chosen.partOf.size} records chosen`);
  const funnel = [
    { step: 'read', in: survey.rows, out: survey.funnel[0]?.seen ?? survey.rows, reasons: {} },
    ...filterLines(survey.funnel),
    yieldLine('chosen', survey.candidates.length, chosen.left),
  ];
  return { facts, sources, requests, decisions, survey, chosen, funnel };
}
