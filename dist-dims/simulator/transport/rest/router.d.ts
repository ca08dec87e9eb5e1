import { type EndpointName } from '../../../contract/endpoints.js';
import type { Refusal } from '../../service/outcome.js';
export interface Found {
    readonly endpoint: EndpointName;
    /** Path parameters, decoded. */
    readonly parameters: Readonly<Record<string, string | undefined>>;
    /** What follows the question mark of the target; empty when nothing does. */
    readonly search: string;
}
/** The endpoint of a method and a request target, or why there is none. */
export type Routed = Found | {
    readonly refusal: Refusal;
};
export type Router = (method: string, target: string) => Routed;
/** Built once: it depends on the contract only, and building it takes longer than creating a simulator. */
export declare function contractRouter(): Router;
/** A request target as its path and what follows the first question mark. */
export declare function splitTarget(target: string): [path: string, search: string];
