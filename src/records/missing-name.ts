// Names that options give to something in the records: where no record has the name, nothing would be done, and an
// empty result would look like an answer.
import { LateBenchError } from '../errors.ts';
import { nameList } from './name-list.ts';
import { didYouMean } from './nearest-name.ts';

/** What a name was given for. */
export interface NamedThing {
  /** As people write it: `--critic`. */
  readonly option: string;
  /** Why the name is wrong: `no record has a critique of that name`. */
  readonly nothing: string;
}

/** Names that are remembered for a message. */
const maxKnown = 1000;

/** @throws LB_USAGE for the first of `names` that is not known, with the known names and the nearest. */
export function checkNames(
  names: readonly string[],
  known: Iterable<string>,
  { option, nothing }: NamedThing,
): void {
  const all = new Set(known);
  const missing = names.find((name) => !all.has(name));
  if (missing === undefined) return;
  const found = [...all];
  const message = `${option} ${missing}: ${nothing} (found: ${nameList(found)})${didYouMean(missing, found)}`;
  throw new LateBenchError('LB_USAGE', message);
}

export interface NameWatch {
  /** The names that a record has. */
  look(names: Iterable<string>): void;
  /** At the end: throws LB_USAGE where records came and none had one of the names. */
  check(): void;
}

export function createNameWatch(names: readonly string[], named: NamedThing): NameWatch {
  const missing = new Set(names);
  const found = new Set<string>();
  let records = 0;
  return {
    look(others) {
      records += 1;
      for (const name of others) {
        if (found.size < maxKnown) found.add(name);
        missing.delete(name);
      }
    },
    check() {
      if (records > 0) checkNames([...missing], found, named);
    },
  };
}

/** The critics of records. `option`: as people write it. */
export function createCriticWatch(
  option: string,
  critics: readonly string[],
): { look(record: { readonly critiques?: unknown }): void; check(): void } {
  const watch = createNameWatch(critics, { option, nothing: 'no record has a critique of that name' });
  return {
    look({ critiques }) {
      watch.look(Array.isArray(critiques) ? critiques.map((one: { critic: string }) => one.critic) : []);
    },
    check: watch.check,
  };
}

export interface IdWatch {
  look(record: { readonly id?: unknown }): void;
  /** At the end: throws LB_USAGE where records came and none was one of those that the file is about. */
  check(): void;
}

/** `option` with the file: `--gold labels.jsonl`; `ids`: of the records that the file is about. */
export function createIdWatch(option: string, ids: Iterable<string>): IdWatch {
  const wanted = new Set(ids);
  const [example] = wanted;
  let first: string | undefined;
  let matched = false;
  return {
    look({ id }) {
      first ??= String(id);
      matched ||= wanted.has(String(id));
    },
    check() {
      if (first === undefined || matched) return;
      const what =
        example === undefined
          ? 'it is about no record'
          : `none of its ${wanted.size} record ids is among the records (its first: ${example}; that of the records: ${first})`;
      throw new LateBenchError('LB_USAGE', `${option}: ${what}`);
    },
  };
}
