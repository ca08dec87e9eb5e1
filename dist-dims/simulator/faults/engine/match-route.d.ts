import { type EndpointName } from '../../../contract/endpoints.js';
export interface MatchedRoute {
    readonly route: EndpointName;
    /** Decoded. */
    readonly parameters: Readonly<Record<string, string>>;
}
export declare function matchRoute(method: string, path: string): MatchedRoute | undefined;
