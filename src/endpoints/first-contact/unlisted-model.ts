// Whether the models that a server lists leave out the one that is asked for.
import { nameList } from '../../records/name-list.ts';
import { didYouMean } from '../../records/nearest-name.ts';
import { isSameModel } from '../model-name.ts';

/** A longer list is a catalogue, whose aliases and deployments have other names: there the first call decides. */
const longestOfOneServer = 50;
const maxShown = 12;

function serves(name: string, model: string): boolean {
  // A gateway's wildcard: `openai/*`.
  if (name.includes('*')) return true;
  return isSameModel(model, name);
}

/** The message for a model that is not served; null where it is, or may be. */
export function unlistedModel(models: readonly string[], model: string): string | null {
  if (models.length === 0 || models.length > longestOfOneServer) return null;
  if (models.some((name) => serves(name, model))) return null;
  return `the endpoint does not list the model ${model}; ${listedModels(models, model)}`;
}

/** The names that a server has, for a message. */
export function listedModels(models: readonly string[], model: string): string {
  return `it lists ${nameList(models, maxShown)}${didYouMean(model, models)}`;
}
