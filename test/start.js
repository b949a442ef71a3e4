// Starts test/run.ts without a flag for the loader of TypeScript: from Node 24 on, every process of the tests would start with
// the flags of this one, and only those of a coverage run need the loader.
import { register } from 'tsx/esm/api';

register();
await import('./run.ts');
