import type { ControlProblem, ControlRoute } from './route.js';
export type ReadInput = {
    readonly ok: true;
    readonly body: unknown;
    readonly query: unknown;
} | {
    readonly ok: false;
    readonly problems: readonly ControlProblem[];
};
export declare function readInput(route: ControlRoute, text: string, search: string): ReadInput;
