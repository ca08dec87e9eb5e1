import { type OperatingEndpoint } from '../contract/endpoints.js';
import { type Operation } from '../contract/operations.js';
import type { Decoded, WireObject } from './codec.js';
import type { Dialect } from './dialect.js';
export interface OperationRequest {
    readonly body: WireObject;
    /** As the path writes it; absent where the path names no relay. */
    readonly index?: string;
}
export declare function encodeOperationRequest(dialect: Dialect, endpoint: OperatingEndpoint, { params }: Operation): OperationRequest;
/** @returns `no index` where the path should name a relay and what stands there is no index. */
export declare function decodeOperationRequest(dialect: Dialect, endpoint: OperatingEndpoint, request: {
    readonly body: unknown;
    readonly index: string;
}): Decoded<Operation> | 'no index';
