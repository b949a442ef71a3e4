// In bundled CommonJS, `require` of a module of Node.
import { createRequire } from 'node:module';

export const bundledRequire = createRequire(import.meta.url);
