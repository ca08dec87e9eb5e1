import type { InProcessOptions } from '../in-process/in-process-options.js';
import type { Share, ShareRan } from './share.js';
/** @param options the same as those of the executor of the search. @param seed of the search. */
export declare function createShareRunner(options: InProcessOptions, seed: number): Promise<(share: Share) => Promise<ShareRan>>;
