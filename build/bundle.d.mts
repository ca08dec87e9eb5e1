import type { BuildResult } from 'esbuild';

export function bundle(write: boolean): Promise<BuildResult<{ metafile: true }>>;
