// Whether this Node can run LateBench: package.json says from which version on.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../package-root.ts';
import { type Finding, findingsOf } from './finding.ts';

function requiredVersion(): string {
  const text = readFileSync(join(packageRoot, 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly engines: { readonly node: string } }).engines.node.replace('>=', '');
}

export function checkNode(version: string = process.versions.node, required = requiredVersion()): Finding {
  const { ok, fails } = findingsOf('node');
  const numbers = (text: string): number[] => text.split('.').map(Number);
  const [have, want] = [numbers(version), numbers(required)];
  const differs = want.findIndex((number, at) => (have[at] ?? 0) !== number);
  if (differs === -1 || have[differs]! > want[differs]!) return ok(`Node ${version}`);
  return fails(`Node ${version} is older than ${required}`, `install Node ${required} or later`);
}
