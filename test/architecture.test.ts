// Reads every import of src/ and fails when a module imports one above it or a sibling of its
// layer, when a file is too long, or when a file does not say what it is for.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { parseSync } from 'oxc-parser';
import { stageNames } from '../src/stages/catalogue.ts';

/** Lowest first; modules of one layer do not import each other. */
const layers: readonly (readonly string[])[] = [
  ['errors', 'package-root'],
  ['version', 'records', 'statistics', 'mathverify'],
  ['storage', 'config', 'arithmetic'],
  ['stream', 'report', 'http'],
  ['endpoints', 'simulator', 'datasets', 'queue', 'objects'],
  ['inject', 'critic', 'metrics', 'deepconf', 'grading'],
  ['publish', 'reproduce'],
  ['stages'],
  ['executor'],
  ['pipeline', 'doctor'],
  ['dashboard'],
  ['cli', 'library'],
  ['index', 'experimental'],
];
/** Pipelines of the package are loaded by name, lazily. */
const exceptions = new Set(['pipeline -> pipelines']);

const root = 'src';
const longestFile = 300;
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') || file.endsWith('.tsx'))
  .map((file) => join(root, file));

function moduleOf(path: string): string {
  const [top, first] = relative('.', path).split('/');
  if (top !== root) return top ?? '';
  return (first ?? '').replace(/\.tsx?$/, '');
}

const parsed = new Map<string, ReturnType<typeof parseSync>['module']>();

/** What a file imports and exports; each is parsed once. */
function moduleFacts(path: string, text: string): ReturnType<typeof parseSync>['module'] {
  const facts = parsed.get(path) ?? parseSync(path, text).module;
  parsed.set(path, facts);
  return facts;
}

function importsOf(path: string, text: string): string[] {
  const module = moduleFacts(path, text);
  const named = [...module.staticImports, ...module.staticExports.flatMap(({ entries }) => entries)];
  const specifiers = named.map((entry) => entry.moduleRequest?.value);
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    text.slice(start + 1, end - 1),
  );
  return [...specifiers, ...dynamic].filter((value) => value !== undefined && value !== null);
}

function layerOf(module: string): number {
  return layers.findIndex((layer) => layer.includes(module));
}

const sources = files.map((path) => ({ path, text: readFileSync(path, 'utf8') }));

test('every module has a layer', () => {
  const unknown = [...new Set(files.map(moduleOf))].filter((module) => layerOf(module) === -1);
  assert.deepEqual(unknown, []);
});

test('imports between modules point downwards only', () => {
  const wrong: string[] = [];
  for (const { path, text } of sources) {
    const module = moduleOf(path);
    for (const specifier of importsOf(path, text)) {
      if (!specifier.startsWith('.')) continue;
      const target = moduleOf(join(dirname(path), specifier));
      if (target === module || exceptions.has(`${module} -> ${target}`)) continue;
      if (layerOf(target) === -1 || layerOf(target) >= layerOf(module))
        wrong.push(`${path} imports ${specifier}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('mathverify imports nothing outside itself', () => {
  const outside = sources
    .filter(({ path }) => moduleOf(path) === 'mathverify')
    .flatMap(({ path, text }) => importsOf(path, text).filter((specifier) => !specifier.startsWith('./')));
  assert.deepEqual(outside, []);
});

test('pipelines hold declarations that import only how to declare', () => {
  for (const name of readdirSync('pipelines').filter((file) => file.endsWith('.ts'))) {
    const path = join('pipelines', name);
    assert.deepEqual(importsOf(path, readFileSync(path, 'utf8')), ['../src/pipeline/define.ts'], path);
  }
});

test('every file says at its top what it is for, and is short enough to read', () => {
  const silent = sources.filter(({ text }) => !text.startsWith('// ')).map(({ path }) => path);
  const long = sources
    .map(({ path, text }) => ({ path, lines: text.split('\n').length }))
    .filter(({ lines }) => lines > longestFile);
  assert.deepEqual({ silent, long }, { silent: [], long: [] });
});

test('no module is called utils', () => {
  assert.deepEqual(
    files.filter((path) => /\b(utils?|helpers?|misc)\b/.test(path)),
    [],
  );
});

/** Value imports of a file by path; types vanish when it is built, and what is loaded lazily closes no circle. */
function valueImports(path: string, text: string): string[] {
  const module = moduleFacts(path, text);
  const statics = module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value);
  const exports = module.staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ moduleRequest, isType }) => (isType || moduleRequest === null ? [] : [moduleRequest.value]));
  return [...statics, ...exports]
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => join(dirname(path), specifier));
}

const graph = new Map(sources.map(({ path, text }) => [path, valueImports(path, text)]));

test('the command of a stage starts without what few commands need', () => {
  const loaded = new Set<string>();
  const visit = (path: string): void => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const next of graph.get(path) ?? []) visit(next);
  };
  visit('src/cli/stage-run.ts');
  const rare = /^src\/(?:datasets\/synthetic|deepconf|inject|stages\/spellings|executor\/(?:settle|queue))/;
  assert.deepEqual(
    [...loaded].filter((path) => rare.test(path)),
    [],
  );
});

test('no files import values of each other in a circle, but the recursive readers of mathverify', () => {
  const state = new Map<string, 'open' | 'done'>();
  const circles = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === 'done') return;
    if (state.get(path) === 'open') {
      const circle = trail.slice(trail.indexOf(path));
      if (!circle.every((one) => moduleOf(one) === 'mathverify')) circles.add(circle.toSorted().join(' '));
      return;
    }
    state.set(path, 'open');
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    state.set(path, 'done');
  };
  for (const path of graph.keys()) visit(path, []);
  assert.deepEqual([...circles], []);
});

type Syntax = { readonly type: string } & Record<string, unknown>;

function isSyntax(value: unknown): value is Syntax {
  return typeof value === 'object' && value !== null && typeof (value as Syntax).type === 'string';
}

/** Every node below one. */
function* nodesIn(value: unknown): Generator<Syntax> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one);
  if (!isSyntax(value)) return;
  yield value;
  for (const one of Object.values(value)) if (typeof one === 'object') yield* nodesIn(one);
}

/** `stage.use`, `planned.stage.name`, `use`: what a stage is called. */
function isCalled(node: unknown): boolean {
  if (!isSyntax(node)) return false;
  const { type, name, property } = node;
  if (type === 'MemberExpression') return isCalled(property);
  return type === 'Identifier' && (name === 'use' || name === 'name' || name === 'stage');
}

const quotedName = new RegExp(`(['"])(?:${stageNames.join('|')})\\1`);

/** The stages whose names are compared with what a stage is called. Most files name none and need not be parsed. */
function stagesTold(text: string, path: string): string[] {
  if (!quotedName.test(text)) return [];
  const nameOf = (node: unknown): string[] =>
    isSyntax(node) && stageNames.some((name) => name === node.value) ? [String(node.value)] : [];
  return [...nodesIn(parseSync(path, text).program)].flatMap((node) => {
    const { type, left, right, discriminant, cases } = node;
    if (type === 'SwitchStatement' && isCalled(discriminant)) {
      return (cases as readonly Syntax[]).flatMap(({ test: value }) => nameOf(value));
    }
    if (type !== 'BinaryExpression') return [];
    return [...(isCalled(left) ? nameOf(right) : []), ...(isCalled(right) ? nameOf(left) : [])];
  });
}

test('no stage is told apart by its name outside its folder', () => {
  const wrong = sources.flatMap(({ path, text }) =>
    stagesTold(text, path)
      .filter((name) => !path.startsWith(`src/stages/${name}/`))
      .map((name) => `${path} asks whether a stage is ${name}`),
  );
  assert.deepEqual(wrong, []);
  const planted = `if (stage.use === 'critic') a(); switch (name) { case 'vote': b(); } if ('prm' !== planned.stage.name) c();`;
  assert.deepEqual(stagesTold(planted, 'planted.ts').toSorted(), ['critic', 'prm', 'vote']);
});

test('records pass through the steps of stages in one place', () => {
  const opens = sources.filter(({ text }) => /\bstep\.open\(/.test(text)).map(({ path }) => path);
  assert.deepEqual(opens, ['src/stream/pass.ts']);
});

test('jobs, dataset builds, programs and the workbench run plans; only runs that no plan can be pass records themselves', () => {
  const passes = sources
    .filter(({ text }) => /\bpassRecords\(/.test(text))
    .map(({ path }) => path)
    .toSorted();
  assert.deepEqual(passes, [
    'src/cli/dataset-export.ts',
    'src/executor/queue/records.ts',
    'src/executor/run-plan.ts',
    'src/pipeline/plan.ts',
    'src/pipeline/replay-critics.ts',
    'src/stream/pass.ts',
  ]);
});

test('folders are made in one place, which comes to an end everywhere', () => {
  const made = sources.filter(({ text }) => /\bmkdir(?:Sync)?\b/.test(text)).map(({ path }) => path);
  assert.deepEqual(made, ['src/storage/make-folder.ts']);
});
