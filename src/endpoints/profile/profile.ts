// What one endpoint takes for one model: learned from the first call that it refuses, kept for later runs, and fixed for a
// run folder, so that everyone who works for a run sends the same.
import { join } from 'node:path';
import { isLateBenchError } from '../../errors.ts';
import type { ChatRequest } from '../chat.ts';
import type { Dialect } from '../dialect.ts';
import type { Redactor } from '../redact.ts';
import { adapted, consequenceOf, lacking, type Parameter, type Requirement } from './parameters.ts';
import { addRefusals, type Refusals, readRefusals } from './profile-file.ts';
import type { Refusal } from './refused-parameter.ts';

/** Where profiles are kept; a run's own goes before that of all runs. */
export interface ProfilePlaces {
  readonly home?: string | undefined;
  readonly run?: string | undefined;
}

export interface ProfileOptions {
  readonly places: ProfilePlaces;
  /** The public address, with its port. */
  readonly endpoint: string;
  readonly model: string;
  readonly dialect: Dialect;
  readonly requires: readonly Requirement[];
  readonly redactor: Redactor;
  /** Called with a line for whatever changes what a request means. */
  readonly say: (line: string) => void;
}

export interface Profile {
  readonly refuses: ReadonlySet<Parameter>;
  /** Those that requests had and were not sent as they were; undefined where there are none. */
  readonly adapted: readonly Parameter[] | undefined;
  /** The request as the endpoint takes it. Throws LB_ENDPOINT_CONFIG where the run cannot do without what it refuses. */
  adapt(request: ChatRequest): ChatRequest;
  /** Throws LB_ENDPOINT_CONFIG where the run cannot do without. */
  learn(refusal: Refusal): Promise<void>;
}

/** What a dialect has no words for. */
function unspoken({ can }: Dialect): readonly Parameter[] {
  return [
    ...(can.seed ? [] : (['seed'] as const)),
    ...(can.logprobs ? [] : (['logprobs'] as const)),
    ...(can.schema ? [] : (['json_schema'] as const)),
  ];
}

const homeFile = 'profiles.json';
const runFile = 'profile.json';

/** A folder that cannot be written to is no reason to end a run: what was learned holds for this process. */
async function keep(path: string, { endpoint, model }: ProfileOptions, refuses: Refusals): Promise<void> {
  try {
    await addRefusals(path, endpoint, model, refuses);
  } catch (error) {
    if (!isLateBenchError(error)) throw error;
  }
}

/** Those that matter for what replies are; the others are another way to say the same. */
const changesWork = ['seed', 'temperature', 'top_p', 'top_k'] as const;

/**
 * Opens the profile of an endpoint's model.
 *
 * @throws LB_ENDPOINT_CONFIG where it is known that the endpoint lacks what is required
 */
export async function openProfile(options: ProfileOptions): Promise<Profile> {
  const { places, endpoint, model, dialect, requires, redactor, say } = options;
  const { run, home } = places;
  const paths = [
    ...(run === undefined ? [] : [join(run, runFile)]),
    ...(home === undefined ? [] : [join(home, homeFile)]),
  ];
  let known: Refusals | undefined;
  for (const path of paths) known ??= await readRefusals(path, endpoint, model);
  const fixed = unspoken(dialect);
  const lacked = fixed.find((name): name is Requirement => requires.includes(name as Requirement));
  if (lacked !== undefined) throw lacking(lacked, `the dialect ${dialect.name}`);
  const refuses = new Set<Parameter>([...fixed, ...(Object.keys(known ?? {}) as Parameter[])]);
  const where = `${model} at ${endpoint}`;
  const check = (parameter: Parameter): void => {
    const required = requires.find((name) => name === parameter);
    if (required !== undefined) throw lacking(required, where);
  };
  for (const parameter of refuses) check(parameter);
  const told = new Set<Parameter>();
  const tell = (parameter: Parameter): void => {
    if (told.has(parameter)) return;
    told.add(parameter);
    say(`${where} ${consequenceOf(parameter)}`);
  };
  if (known !== undefined && run !== undefined) await keep(join(run, runFile), options, known);
  return {
    refuses,
    get adapted() {
      return told.size === 0 ? undefined : [...told].sort();
    },
    adapt(request) {
      // Calls that were in flight when another one learned it: theirs would be other work too.
      for (const parameter of requires) if (refuses.has(parameter)) check(parameter);
      for (const parameter of changesWork) {
        if (request[parameter] !== undefined && refuses.has(parameter)) tell(parameter);
      }
      return adapted(request, refuses);
    },
    async learn({ parameter, said }) {
      if (refuses.has(parameter)) return;
      refuses.add(parameter);
      const learned = { [parameter]: redactor.text(said) };
      for (const path of paths) await keep(path, options, learned);
      check(parameter);
      tell(parameter);
    },
  };
}
