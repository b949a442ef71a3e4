// An error about what the user has written says where that is: `late.json: stages.2: filter: …`.
import { isLateBenchError, LateBenchError } from '../errors.ts';

/** What the user has written, and can mend there. */
const ofOptions = new Set<string>([
  'LB_USAGE',
  'LB_CONFIG',
  'LB_INPUT_MISSING',
  'LB_INPUT_DIRECTORY',
  'LB_INPUT_READ',
]);

/** Does the work; errors about options and the files that they name begin with `where`, if that is known. */
export async function saidAt<T>(where: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (where === undefined || !isLateBenchError(cause) || !ofOptions.has(cause.code)) throw cause;
    const { code, message, retry, where: input } = cause;
    const details = { cause, retry, ...(input === undefined ? {} : { where: input }) };
    throw new LateBenchError(code, `${where}: ${message}`, details);
  }
}
