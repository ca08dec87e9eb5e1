import type { WireObject } from './codec.js';
/** A sensor may be called `__proto__`: a plain assignment would lose it. */
export declare function put(wire: WireObject, name: string, content: unknown): void;
