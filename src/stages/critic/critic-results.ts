// Which results the critics of a run leave, by the configs that its manifest shows, and under which names: the dataset, the
// model and its votes, and the critic's own name too where that would name several.
import { prmResults } from './prm-results.ts';
import { processBenchResults } from './processbench-results.ts';
import { type ResultsPlace, type RunResults, slug } from './run-results.ts';

interface BuiltStage {
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** Each critic's part of a file's name; a number goes behind those that differ in signs only. */
function labelsOf(critics: readonly string[], labelOf: (critic: string) => string): Map<string, string> {
  const users = new Map<string, number>();
  for (const critic of critics) users.set(labelOf(critic), (users.get(labelOf(critic)) ?? 0) + 1);
  const taken = new Set<string>();
  const labels = new Map<string, string>();
  for (const critic of critics) {
    const label = labelOf(critic);
    const own = users.get(label) === 1 ? label : `${label}_${slug(critic)}`;
    let free = own;
    for (let number = 2; taken.has(free); number += 1) free = `${own}-${number}`;
    taken.add(free);
    labels.set(critic, free);
  }
  return labels;
}

/** Of first-error critics, or of the one named `only`; nothing for other stages. A reward model also leaves the curve over its thresholds. */
export function resultsOfCritics(
  place: ResultsPlace,
  stages: readonly BuiltStage[],
  only?: string,
): RunResults[] {
  const critics = stages
    .filter(({ name, config }) => name === 'critic' && config.protocol === 'first_error')
    .map(({ config: { critic, model, votes, prm } }) => ({
      critic: String(critic),
      model: String(model),
      votes: Number(votes),
      prm: prm === true,
    }));
  const about = new Map(critics.map((one) => [one.critic, one]));
  const names = [...about.keys()];
  const byVotes = labelsOf(
    names,
    (critic) => `${slug(about.get(critic)!.model)}_votes${about.get(critic)!.votes}`,
  );
  const byModel = labelsOf(
    names.filter((critic) => about.get(critic)!.prm),
    (critic) => slug(about.get(critic)!.model),
  );
  return names.flatMap((critic) => {
    if (only !== undefined && critic !== only) return [];
    const curve = byModel.get(critic);
    return [
      processBenchResults({ ...place, critic, label: byVotes.get(critic)! }),
      ...(curve === undefined
        ? []
        : [prmResults({ ...place, critic, model: about.get(critic)!.model, label: curve })]),
    ];
  });
}
