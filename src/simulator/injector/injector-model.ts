// The simulated injector: makes a rule-based error of the kind asked for in a step of the allowed region, carries it
// forward, and replies in the JSON form that the prompt asks for. Where no rule applies it says so.
import { mulberry32, pick, type Rng, seedFrom } from '../../statistics/random.ts';
import { lastUserText } from '../chat-call.ts';
import type { SimulatedModel } from '../model.ts';
import { draftError } from './draft.ts';
import { type InjectRequest, readInjectRequest } from './inject-request.ts';
import { declined, replyOf, written } from './injection-reply.ts';
import { type Misbehaviour, misbehaviours } from './misbehaviours.ts';

function answer(request: InjectRequest | null, rng: Rng, misbehave: Misbehaviour | null): string {
  if (request === null) return declined('I find no numbered solution in this message');
  const draft = draftError(request, rng);
  if (draft === null) {
    return declined(
      `none of the steps ${request.from} to ${request.to} holds a number that a rule of mine can change so that the answer changes`,
    );
  }
  const reply = replyOf(draft);
  return misbehave === null ? written(reply) : misbehave({ request, reply, rng });
}

export const injectorModel: SimulatedModel = (call, rng) => ({
  text: answer(readInjectRequest(lastUserText(call)), rng, null),
});

/** Always misbehaves in this way. */
function misbehavingModel(name: string, misbehave: Misbehaviour): SimulatedModel {
  return (call, rng) => {
    const request = readInjectRequest(lastUserText(call));
    // One that repeats itself knows the problem only: neither the sample nor what it was told about earlier attempts.
    const repeats = name === 'repeated';
    const own = repeats ? mulberry32(seedFrom('repeated', request?.problem ?? '')) : rng;
    return { text: answer(repeats ? request && { ...request, errorType: null } : request, own, misbehave) };
  };
}

/** Misbehaves in a way drawn for each call, and one time in four not at all. */
const erraticModel: SimulatedModel = (call, rng) => {
  const misbehave = rng() < 0.25 ? null : pick(rng, Object.values(misbehaviours));
  return { text: answer(readInjectRequest(lastUserText(call)), rng, misbehave) };
};

/** By the model's name after `latebench-sim/`: `injector-misbehaving`, and `injector-misbehaving/<way>` for each way. */
export const misbehavingInjectors: ReadonlyMap<string, SimulatedModel> = new Map([
  ['injector-misbehaving', erraticModel],
  ...Object.entries(misbehaviours).map(
    ([name, misbehave]) => [`injector-misbehaving/${name}`, misbehavingModel(name, misbehave)] as const,
  ),
]);
