// Which modules of the bundle share a file. Split by what reaches what alone, the commands' code is some 480 files, of which
// a command opens 140: finding and linking them takes longer than its work on a small input.
import { join } from 'node:path';

/**
 * What is loaded together: each group is all that its modules need and no group before it has. Apart from the rest of it is
 * what loads a package, such as undici with its hundred files.
 */
const groups = Object.entries({
  start: ['cli/main'],
  settings: [
    'cli/command',
    'cli/command-config',
    'cli/options',
    'cli/text-style',
    'config/endpoint-key',
    'config/misspelt-variables',
    'config/setting-table',
    'endpoints/redact',
    'report/text-table',
  ],
  stages: ['cli/stage-run', 'cli/stage-command', 'stages/catalogue'],
  calls: [
    'endpoints/cache/cache-mode',
    'endpoints/client',
    'endpoints/first-contact/first-contact',
    'endpoints/profile/profile',
    'endpoints/reply-store',
    'executor/open-calls',
    'storage/journal/journal',
  ],
  scores: ['metrics/collector', 'metrics/score-report'],
  votes: ['deepconf/vote-run'],
  injections: ['inject/inject'],
});

/** Entry points that load their own needs and no group. */
const lean = new Set(['cli/main', 'mathverify/index', 'records/schema-version']);

const packageOf = (file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1];
const fileOf = (name) => `src/${name}.ts`;
const nameOf = (file) => file.slice('src/'.length, -'.ts'.length);

/** A function that tells what a module needs, itself included, dependencies first: from esbuild's metafile of a build. */
function needs({ inputs }) {
  const known = new Map();
  return (file) => {
    if (!known.has(file)) {
      const seen = new Set();
      const ordered = new Set();
      const visit = (one) => {
        // A package's files are apart already, and say of themselves that importing them does nothing.
        if (seen.has(one) || packageOf(one) !== undefined) return;
        seen.add(one);
        for (const { path, kind, external } of inputs[one].imports)
          if (!external && kind !== 'dynamic-import') visit(path);
        ordered.add(one);
      };
      visit(file);
      known.set(file, ordered);
    }
    return known.get(file);
  };
}

/** The plugin of a second build, from the metafile of a first one without it. */
export function bundleGroups(root, metafile) {
  const neededBy = needs(metafile);
  const packagesOf = (file) => {
    const imports = [...neededBy(file)].flatMap((one) => metafile.inputs[one].imports);
    const packages = imports.filter(
      ({ kind, path }) => kind !== 'dynamic-import' && !path.startsWith('node:'),
    );
    return [
      ...new Set(packages.flatMap(({ external, path }) => (external ? path : (packageOf(path) ?? [])))),
    ].sort();
  };
  /** Files of each part, dependencies first. */
  const parts = new Map();
  const grouped = new Set();
  for (const [group, names] of groups) {
    for (const file of names.flatMap((name) => [...neededBy(fileOf(name))])) {
      if (grouped.has(file)) continue;
      grouped.add(file);
      const part = [group, ...packagesOf(file)].join('+');
      parts.set(part, [...(parts.get(part) ?? []), file]);
    }
  }
  const importing = (paths) => paths.map((path) => `import ${JSON.stringify(path)};`).join('\n');
  const exporting = (file) => {
    const { exports } = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint === file);
    return `export { ${exports.join(', ')} } from ${JSON.stringify(join(root, file))};`;
  };
  /** A part that is needed brings what all of it needs. */
  const partsNeeded = (file) => {
    const needed = new Set(neededBy(file));
    const brought = new Set();
    for (let known = -1; known < brought.size; ) {
      known = brought.size;
      for (const [part, files] of parts) {
        if (brought.has(part) || !files.some((one) => needed.has(one))) continue;
        brought.add(part);
        for (const one of files.flatMap((member) => [...neededBy(member)])) needed.add(one);
      }
    }
    return [...parts.keys()].filter((part) => brought.has(part)).map((part) => `group:${part}`);
  };
  return {
    name: 'bundle-groups',
    setup(build) {
      build.onResolve({ filter: /^group:/ }, ({ path }) => ({ path, namespace: 'group' }));
      build.onLoad({ filter: /./, namespace: 'group' }, ({ path }) => ({
        contents: importing(parts.get(path.slice('group:'.length)).map((file) => join(root, file))),
        resolveDir: root,
      }));
      // An entry point that needs one module of a group loads the whole group first: so all of it is reached by the same
      // entry points, and esbuild makes one file of it.
      build.onResolve({ filter: /./ }, async ({ path, pluginData, ...from }) => {
        if (pluginData === 'plain' || !['dynamic-import', 'entry-point'].includes(from.kind))
          return undefined;
        const found = await build.resolve(path, { ...from, pluginData: 'plain' });
        if (found.external || found.namespace !== 'file') return undefined;
        const file = found.path.slice(root.length + 1).replaceAll('\\', '/');
        if (lean.has(nameOf(file)) || partsNeeded(file).length === 0) return undefined;
        return { path: file, namespace: 'grouped' };
      });
      build.onLoad({ filter: /./, namespace: 'grouped' }, ({ path }) => ({
        contents: `${importing(partsNeeded(path))}\n${exporting(path)}`,
        resolveDir: root,
      }));
    },
  };
}
