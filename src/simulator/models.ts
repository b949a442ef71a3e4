// The models that the simulated endpoint serves. Every name begins with `latebench-sim/`, so that whatever shows a
// model's name shows that a simulation answered.
import { criticModel } from './critic/critic-model.ts';
import { injectorModel, misbehavingInjectors } from './injector/injector-model.ts';
import type { SimulatedModel } from './model.ts';
import { type SamplerSettings, samplerModel } from './sampler/sampler-model.ts';

export function simulatedModels(
  seed: number,
  sampler: Partial<SamplerSettings>,
): ReadonlyMap<string, SimulatedModel> {
  return new Map([
    ['latebench-sim/critic', criticModel],
    ['latebench-sim/injector', injectorModel],
    ['latebench-sim/sampler', samplerModel(seed, sampler)],
    ...[...misbehavingInjectors].map(([name, model]) => [`latebench-sim/${name}`, model] as const),
  ]);
}
