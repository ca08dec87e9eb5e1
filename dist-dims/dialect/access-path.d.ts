import type { Canonical } from './node.js';
export type Getter = (value: Canonical) => unknown;
export type Setter = (value: Canonical, field: unknown) => void;
/** Undefined when an object on the way is missing. An empty path gives the value itself. */
export declare function getterOf(path: readonly string[]): Getter;
/** Makes the objects on the way. An empty path copies the fields into the value itself. */
export declare function setterOf(path: readonly string[]): Setter;
