// Runs the long tests: `npm run soak`, or `npm run soak -- kills` for those whose name contains the word. They take
// minutes, clean up after themselves, and end with 1 when one of them does not hold.
import { readdirSync } from 'node:fs';

const only = process.argv.slice(2);
const names = readdirSync('soak')
  .filter((file) => file.endsWith('.soak.ts'))
  .filter((file) => only.length === 0 || only.some((word) => file.includes(word)))
  .sort();
for (const name of names) {
  const started = performance.now();
  const { soak } = (await import(`./${name}`)) as { soak: () => Promise<string> };
  try {
    const said = await soak();
    console.log(`held  ${name} (${Math.round((performance.now() - started) / 1000)} s): ${said}`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`broke ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
