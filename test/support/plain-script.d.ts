import type { BuildOptions } from 'esbuild';

export declare const plainScript: BuildOptions;
