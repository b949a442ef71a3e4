// Imports a file of the user's, TypeScript or JavaScript. It is read as it is meant: an ES module is one also where the
// nearest package.json says CommonJS, as that of `npm init` does from npm 11 on, or says nothing.
import module from 'node:module';
import { pathToFileURL } from 'node:url';
import { LateBenchError } from '../errors.ts';

/** Node strips types itself from 22.18 on; the types of Node 20 do not know the field. */
const stripsTypes = Boolean((process.features as { readonly typescript?: unknown }).typescript);

interface Resolved {
  readonly url: string;
  readonly format?: string | null | undefined;
}

type Resolve = (
  specifier: string,
  context: { readonly parentURL?: string | undefined },
  next: (specifier: string, context: object) => Resolved,
) => Resolved;

/** From Node 22.15 on. */
const { registerHooks } = module as {
  readonly registerHooks?: (hooks: { readonly resolve: Resolve }) => { deregister(): void };
};

/** tsx is an optional peer: found where it is installed beside latebench. */
async function loadTsx(path: string): Promise<typeof import('tsx/esm/api')> {
  try {
    return await import('tsx/esm/api');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new LateBenchError(
      'LB_USAGE',
      `${path} is TypeScript, which Node ${process.versions.node} cannot run, and tsx is not installed: run npm i tsx where latebench is installed, or use Node 22.18 or later`,
      { cause },
    );
  }
}

/** True for what Node says of an ES module that it reads as CommonJS. */
export function isTakenForCommonJs(error: unknown): boolean {
  return (
    error instanceof SyntaxError &&
    /outside a module|^Unexpected token 'export'|only valid in async functions/.test(error.message)
  );
}

/** At the end of the address of what is imported as an ES module. */
export const mark = '?module';

/** The file and those that it imports, but no package, as ES modules. */
async function importedAsModules(url: string, hook: NonNullable<typeof registerHooks>): Promise<unknown> {
  const hooks = hook({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const isOurs = specifier === url || context.parentURL?.endsWith(mark) === true;
      if (!isOurs || found.url.includes('/node_modules/') || !/^file:.*\.m?[jt]s$/.test(found.url))
        return found;
      // By another address: Node remembers what became of the first.
      const format = found.url.endsWith('ts') ? 'module-typescript' : 'module';
      return { ...found, url: `${found.url}${mark}`, format };
    },
  });
  try {
    return await import(url);
  } finally {
    hooks.deregister();
  }
}

/** What Node advises about the package.json of such a file. */
const advice = /^(?:Failed to load the ES module|To load an ES module|Module type of \S+ is not specified)/;

type Emit = (...event: readonly unknown[]) => boolean;

let underWay = 0;
let emit: Emit;

function withoutAdvice(...event: readonly unknown[]): boolean {
  const [name, warning] = event;
  if (name === 'warning' && advice.test((warning as Error).message)) return false;
  return emit.apply(process, event as unknown[]);
}

function silenceAdvice(): void {
  underWay += 1;
  if (underWay > 1) return;
  emit = process.emit as Emit;
  process.emit = withoutAdvice as typeof process.emit;
}

function endSilence(): void {
  underWay -= 1;
  if (underWay === 0) process.emit = emit as typeof process.emit;
}

/** Throws what Node throws, and LB_USAGE for TypeScript on a Node that cannot run it and has no tsx. */
export async function importUserModule(path: string): Promise<unknown> {
  const url = pathToFileURL(path).href;
  if (!stripsTypes && /\.[cm]?ts$/.test(path)) {
    const { tsImport } = await loadTsx(path);
    return tsImport(url, import.meta.url);
  }
  silenceAdvice();
  try {
    return await import(url);
  } catch (error) {
    const mayBe = isTakenForCommonJs(error) || /does not provide an export/.test((error as Error)?.message);
    if (registerHooks === undefined || !mayBe) throw error;
    return await importedAsModules(url, registerHooks);
  } finally {
    // Some of it comes with the next tick; a promise that the file exports cannot wait for that.
    setImmediate(endSilence);
  }
}
