// The one place that knows how a simulated model is recognised and what a report must say about it.

// At the beginning of a name, or of any name in a list: several models of one role are listed together.
const simulated = /(?:^|[\s,;])latebench-sim\//i;

/** True when the model (or a critic named after it) is the simulated endpoint's, not a language model. */
export function isSimulated(modelName: string): boolean {
  return simulated.test(modelName);
}

/**
 * True where a simulation took part: by the name of a critic, or by the models that its critiques name, since a critic may
 * have a name of its own.
 */
export function tookSimulation(
  critics: Iterable<string>,
  models: Iterable<string | null | undefined>,
): boolean {
  return [...critics, ...models].some((name) => name != null && isSimulated(name));
}

/** The note in every report with a simulated model. */
export const simulationNotice = 'These numbers were made by a simulation, not by a language model.';
