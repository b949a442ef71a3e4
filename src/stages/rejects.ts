// Where injections go that were not accepted: the side output of the stages that judge them.
import type { Solution } from '../records/solution.ts';

type InjectionStatus = NonNullable<NonNullable<Solution['injection']>['status']>;

/** The side output `rejects`, with `--keep-rejected` the main one, for injections of some status. */
export function rejectsPort(about: string, ...statuses: readonly InjectionStatus[]) {
  return {
    name: 'rejects',
    keep: 'keep-rejected',
    about,
    takes({ injection }: { readonly [field: string]: unknown }): boolean {
      const { status } = (injection ?? {}) as { readonly status?: InjectionStatus };
      return status !== undefined && statuses.includes(status);
    },
  };
}

/** True for an injection that did not come about: other stages pass such records unchanged. */
export function isUnusedInjection({ injection }: { readonly [field: string]: unknown }): boolean {
  const { status } = (injection ?? {}) as { readonly status?: InjectionStatus };
  return status === 'rejected' || status === 'failed';
}
