import type { World } from './world.js';
/** Causes the state; returns the function that gives it up, which may be called twice. */
export type Grip = (key: string) => () => void;
export interface Grips {
    readonly link: Grip;
    readonly power: Grip;
    readonly client: Grip;
}
/** The grips on devices and clients of a world that may come later. */
export declare function createWorldGrips(world: () => World): Grips;
