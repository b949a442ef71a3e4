// Builds the site into docs/site/dist, and installs VitePress first where it is missing: `npm run docs`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const site = dirname(fileURLToPath(import.meta.url));

function npm(...words) {
  const { status } = spawnSync('npm', words, {
    cwd: site,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(join(site, 'node_modules', 'vitepress'))) npm('ci', '--no-audit', '--no-fund');
npm('run', '--silent', 'build');
