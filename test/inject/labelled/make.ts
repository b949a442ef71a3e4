// Makes the 300 pairs that were labelled by hand: 100 injections of the simulator as they should be, 100 that it spoils
// in each of its ways, and 100 real ones of the original project, which are not ours to publish and are kept by
// reference. `npx tsx test/inject/labelled/make.ts FOLDER` writes pairs.jsonl and, where the real ones are there, the
// blind sheet that the labellers saw. The texts that were labelled are those of pairs.jsonl. Five of them (two of
// `control-character`, three of `orphaned-command`) are not made again as they were: the lists of stray characters and of
// orphaned commands in src/simulator/injector/misbehaviour-texts.ts have changed since;
// labelled-pairs.test.ts holds that these and no others differ.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { latebenchInjections } from '../../../src/datasets/latebench-injections.ts';
import { syntheticRecords } from '../../../src/datasets/synthetic.ts';
import { lastBoxed } from '../../../src/mathverify/boxes.ts';
import { canonicalJson, sha256Hex } from '../../../src/records/identity.ts';
import { lateStart, toStepNumber } from '../../../src/records/steps.ts';
import { errorTypes } from '../../../src/records/taxonomy.ts';
import { draftError } from '../../../src/simulator/injector/draft.ts';
import type { InjectRequest } from '../../../src/simulator/injector/inject-request.ts';
import type { InjectionReply } from '../../../src/simulator/injector/injection-reply.ts';
import { replyOf } from '../../../src/simulator/injector/injection-reply.ts';
import { misbehaviours } from '../../../src/simulator/injector/misbehaviours.ts';
import { mulberry32, seedFrom, shuffled } from '../../../src/statistics/random.ts';
import { testData } from '../../support/test-data.ts';

/** Steps are numbered from 1, as a reader counts. */
export interface Pair {
  readonly problem: string;
  readonly original_steps: readonly string[];
  readonly changed_steps: readonly string[];
  readonly target_step: number;
  readonly marked_steps: readonly number[];
  readonly allowed_steps: readonly [number, number];
  readonly answer_before: string | null;
  readonly answer_after: string | null;
}

export type LabelledPair = { readonly id: string; readonly origin: string } & (
  | { readonly pair: Pair }
  | { readonly reference: string; readonly sha256: string }
);

export const realPath = `${testData}/data/latebench/general_injection_results.json`;
const seed = 22;
const [goodCount, spoiledCount] = [100, 100];

/** What these spoil is the form of the reply, or another injection: there is no pair to look at. */
const withoutPair: ReadonlySet<string> = new Set([
  'prose',
  'not-json',
  'cut-off',
  'missing-field',
  'empty-step',
  'misnumbered',
  'repeated',
  'no-error-marked',
]);

export const pairHash = (pair: Pair): string => sha256Hex(canonicalJson(pair));

function pairOf(request: InjectRequest, reply: InjectionReply): Pair {
  const first = reply.steps[0]!.step;
  return {
    problem: request.problem,
    original_steps: request.steps,
    changed_steps: [...request.steps.slice(0, first - 1), ...reply.steps.map(({ text }) => text)],
    target_step: reply.target_step,
    marked_steps: reply.error_steps,
    allowed_steps: [request.from, request.to],
    answer_before: request.referenceAnswer,
    answer_after: reply.final_answer,
  };
}

/** One problem after the other, with the types of error in turn. */
function* requests(): Generator<InjectRequest> {
  let index = 0;
  for (const { problem, steps, answer } of syntheticRecords({ count: 5000, seed })) {
    const type = errorTypes[index % errorTypes.length]!;
    index += 7;
    yield {
      problem,
      steps,
      from: toStepNumber(lateStart(steps.length)!),
      to: steps.length,
      errorType: type.key,
      referenceAnswer: answer ?? null,
    };
  }
}

function simulatedPairs(): { origin: string; pair: Pair }[] {
  const source = requests();
  const made: { origin: string; pair: Pair }[] = [];
  const ways = Object.keys(misbehaviours).filter((way) => !withoutPair.has(way));
  for (let tries = 0; made.length < goodCount + spoiledCount && tries < 4000; tries += 1) {
    const request = source.next().value as InjectRequest;
    const rng = mulberry32(seedFrom(seed, 'labelled', tries));
    const draft = draftError(request, rng);
    if (draft === null) continue;
    const reply = replyOf(draft);
    if (made.length < goodCount) {
      made.push({ origin: `good ${request.errorType}`, pair: pairOf(request, reply) });
      continue;
    }
    const way = ways[(made.length - goodCount) % ways.length]! as keyof typeof misbehaviours;
    const spoiled = JSON.parse(misbehaviours[way]({ request, reply, rng })) as InjectionReply;
    if (spoiled.target_step === null) continue;
    made.push({ origin: way, pair: pairOf(request, spoiled) });
  }
  return made;
}

/** Null where the original project's file is absent. */
export function realPairs(): Map<string, Pair> | null {
  if (!existsSync(realPath)) return null;
  const rows = JSON.parse(readFileSync(realPath, 'utf8')) as { example_id: string }[];
  return new Map(
    rows.map((row) => {
      const record = latebenchInjections.adapt(
        row as never,
        { fileName: 'general_injection_results' } as never,
      );
      const { problem, steps, error_steps, final_answer, injection } = record as never as {
        problem: string;
        steps: string[];
        error_steps: number[] | null;
        final_answer: string | null;
        injection: { error_step?: number; original_steps: string[]; original_final_answer: string | null };
      };
      const original = injection.original_steps;
      const pair: Pair = {
        problem,
        original_steps: original,
        changed_steps: steps,
        target_step: toStepNumber(injection.error_step ?? error_steps?.[0] ?? 0),
        marked_steps: (error_steps ?? []).map(toStepNumber),
        allowed_steps: [toStepNumber(lateStart(original.length) ?? 0), original.length],
        answer_before: injection.original_final_answer ?? lastBoxed(original.slice(-2).join('\n')),
        answer_after: final_answer,
      };
      return [row.example_id, pair] as const;
    }),
  );
}

/** All pairs as they are made now, shuffled and numbered. */
export function numberedPairs(
  real: ReadonlyMap<string, Pair>,
): ({ id: string; origin: string; pair: Pair } & ({ reference: string } | object))[] {
  const all = [
    ...simulatedPairs(),
    ...[...real].map(([reference, pair]) => ({ origin: 'real', reference, pair })),
  ];
  return shuffled(mulberry32(seed), all).map((one, at) => ({
    id: `p${String(at + 1).padStart(3, '0')}`,
    ...one,
  }));
}

function main(folder: string): void {
  const real = realPairs();
  if (real === null) throw new Error(`${realPath} is not here: its 100 pairs cannot be referred to`);
  const pairs = numberedPairs(real);
  const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const kept = pairs.map(({ id, origin, pair, ...rest }) =>
    'reference' in rest ? { id, origin, ...rest, sha256: pairHash(pair) } : { id, origin, pair },
  );
  writeFileSync(path.join(folder, 'pairs.jsonl'), lines(kept));
  writeFileSync(path.join(folder, 'sheet.jsonl'), lines(pairs.map(({ id, pair }) => ({ id, ...pair }))));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv[2] ?? '.');
