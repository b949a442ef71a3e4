// The options of `verify` as its other modes need them: checked as the stage checks them, for mathverify.
import type { VerifyStageOptions } from '../metrics/answer-stages.ts';
import { caseOptionsOf, verify } from '../stages/verify/verify.ts';
import type { ParsedOptions } from './parse-options.ts';
import { stageUse } from './stage-use.ts';

/** @throws LB_USAGE, naming the flag. */
export async function verifyOptionsOf(options: ParsedOptions): Promise<VerifyStageOptions> {
  const { with: values } = await stageUse(verify, options);
  return caseOptionsOf(verify.options.parse(values));
}
