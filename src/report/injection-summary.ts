// What an injection report shows, as plain data: counted elsewhere, one record at a time.
import type { InjectionYield } from '../records/injection-yield.ts';
import type { Measured } from '../statistics/resampled.ts';

export interface CheckYield {
  readonly check: string;
  /** Attempts that it turned down. */
  readonly attempts: number;
  /** Records that were rejected in the end and failed it last. */
  readonly records: number;
  /** Accepted all the same, because the gate only reports. */
  readonly accepted: number;
}

export interface InjectionExample {
  readonly id: string;
  readonly type: string;
  readonly mode: string;
  readonly problem: string;
  /** The first changed step, 0-based. */
  readonly step: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly answerBefore: string | null;
  readonly answerAfter: string | null;
  readonly explanation: string | null;
  readonly comment: string | null;
}

/** What voters say of one claim about injections. */
export interface JudgedClaim {
  /** Injections with a readable vote; those of which more votes say yes than no. */
  readonly records: number;
  readonly agreed: number;
  readonly votes: number;
  readonly votesFor: number;
  /** Fleiss' kappa of the votes. */
  readonly between: Measured;
  /** Each vote against what people say of the same injection: Cohen's kappa. Null where people judged none. */
  readonly people: {
    readonly records: number;
    readonly votes: number;
    readonly same: number;
    readonly kappa: Measured;
  } | null;
}

/** What others than the injector say. Null: nobody was asked. */
export interface IndependentVerification {
  readonly injectedWrong: JudgedClaim | null;
  readonly beforeRight: JudgedClaim | null;
  /** Accepted injections whose later steps the gate compared with the error. */
  readonly restConsistent: { readonly records: number; readonly consistent: number } | null;
}

export interface InjectionSummary {
  readonly counts: Readonly<Record<'accepted' | 'rejected' | 'failed' | 'clean' | 'untouched', number>>;
  readonly modes: Readonly<Record<'general' | 'manual', number>>;
  /** By error type, over all models. */
  readonly types: readonly Pick<InjectionYield, 'type' | 'accepted' | 'rejected' | 'failed' | 'attempts'>[];
  /** By model and error type. */
  readonly yields: readonly InjectionYield[];
  readonly checks: readonly CheckYield[];
  /** Null where no second model was asked. */
  readonly verification: {
    readonly records: number;
    readonly verified: number;
    readonly votes: Readonly<Record<'changed' | 'original' | 'both' | 'neither' | 'unreadable', number>>;
  } | null;
  /** Null where no critic was asked. `mean` is of 1 - found / readable, over records with a readable reply. */
  readonly difficulty: {
    readonly records: number;
    readonly mean: number | null;
    readonly byAll: number;
    readonly bySome: number;
    readonly byNone: number;
  } | null;
  readonly independent: IndependentVerification | null;
  /** First errors by tenth of the solution. */
  readonly positions: readonly number[];
  /** Accepted injections by length of the rewritten part over that of the original part. */
  readonly lengths: readonly { readonly label: string; readonly count: number }[];
  readonly leaks: {
    /** Accepted injections with a give-away phrase that the original does not have. */
    readonly records: number;
    readonly phrases: readonly { readonly phrase: string; readonly count: number }[];
    /** Words by the number of injections that gained or lost them. */
    readonly words: readonly { readonly word: string; readonly gained: number; readonly lost: number }[];
  };
  /** By role. */
  readonly models: Readonly<Record<string, string>>;
  readonly examples: readonly InjectionExample[];
}
