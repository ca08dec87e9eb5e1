import { type EndpointName } from '../contract/endpoints.js';
import type { ErrorCode } from '../contract/error-codes.js';
import type { RequestTopic } from '../contract/topics.js';
export declare function refusalsOf(name: EndpointName): ErrorCode[];
export declare function refusalsOfTopic(topic: RequestTopic): ErrorCode[];
