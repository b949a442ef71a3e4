// node:test follows every promise of a process by a hook, to find the test of an error that nothing has caught. That is an
// eighth of the processor time of the tests, most of it for being told when each promise is collected. Loaded before it, this
// names the test that runs instead: the tests of a process run one after the other. Calls of `test` and `describe` find what
// they are in where they are made before anything is waited for; later, `t.test` does.
const asyncHooks = require('node:async_hooks');

const { AsyncResource, createHook, executionAsyncId } = asyncHooks;
const { runInAsyncScope } = AsyncResource.prototype;
const ownNames = new Set(['Test', 'Suite', 'TestHook', 'FileTest']);
/** Tests that have begun, the last one last; those that have ended are taken out when they are looked at. */
const begun = [];

function running() {
  while (begun.length > 0 && begun.at(-1).finished === true) begun.pop();
  return begun.at(-1);
}

const ofTests = () => new Error().stack.includes('node:internal/test_runner/harness');

asyncHooks.createHook = (callbacks) => {
  if (!ofTests() || callbacks.init === undefined) return createHook(callbacks);
  AsyncResource.prototype.runInAsyncScope = function (...args) {
    const { name } = this.constructor;
    if (!ownNames.has(name)) return runInAsyncScope.apply(this, args);
    if (name === 'Test' && running() !== this) begun.push(this);
    callbacks.init(this.asyncId(), name, 0, this);
    try {
      return runInAsyncScope.apply(this, args);
    } finally {
      callbacks.destroy(this.asyncId());
    }
  };
  const attribute = () => {
    const test = running();
    if (test !== undefined) callbacks.init(executionAsyncId(), 'Test', 0, test);
  };
  // Before those of node:test, which come next.
  process.on('uncaughtException', attribute);
  process.on('unhandledRejection', attribute);
  return { enable() {}, disable() {} };
};
