import type { Defect } from './defect.js';
/** In the order of their ids. */
export declare function allDefects(): readonly Defect[];
export declare function findDefect(id: string): Defect | undefined;
