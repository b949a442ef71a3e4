// What pool.json says: with what a pool was sampled, and how. Read before anything else of a pool.
import { LateBenchError } from '../../errors.ts';
import { firstIssue } from '../../records/issue-text.ts';
import { parseJson } from '../../records/parse-json.ts';
import { readTextIfPresent } from '../../storage/read-text.ts';
import { settingsPath } from './layout.ts';
import { type PoolSettings, poolFormat, poolSchemaVersion, poolSettingsSchema } from './schema.ts';

/** Undefined where there is no pool yet. */
export async function readPoolSettings(folder: string): Promise<PoolSettings | undefined> {
  const path = settingsPath(folder);
  const text = await readTextIfPresent(path);
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw new LateBenchError('LB_SCHEMA', `${path} is not JSON: ${(cause as Error).message}`, { cause });
  }
  const { format, schema_version: version } = (value ?? {}) as Partial<PoolSettings>;
  if (format === poolFormat && typeof version === 'number' && version > poolSchemaVersion) {
    const message = `${path} has pool schema ${version}, and this latebench knows ${poolSchemaVersion}; update it`;
    throw new LateBenchError('LB_SCHEMA', message);
  }
  const result = poolSettingsSchema.safeParse(value);
  if (result.success) return result.data;
  throw new LateBenchError('LB_SCHEMA', `${path}: ${firstIssue(result.error, value, 'settings')}`);
}
