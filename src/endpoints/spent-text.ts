// What calls came to, in words.
import { formatCount } from '../report/format.ts';
import type { ModelCounters } from './usage-counters.ts';

export function spentText(spent: ModelCounters): string {
  const retried = spent.retries === 0 ? '' : ` (${formatCount(spent.retries)} retried)`;
  const failed = spent.failed === 0 ? '' : `, ${formatCount(spent.failed)} failed`;
  const hits = spent.hits === 0 ? '' : ` + ${formatCount(spent.hits)} paid before`;
  const tokens = `${formatCount(spent.promptTokens)} + ${formatCount(spent.completionTokens)} tokens`;
  const thought = spent.reasoningTokens === 0 ? '' : ` (${formatCount(spent.reasoningTokens)} of reasoning)`;
  return `${formatCount(spent.calls)} calls${hits}${retried}${failed}, ${tokens}${thought}`;
}
