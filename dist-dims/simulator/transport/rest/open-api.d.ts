import type { Dialect } from '../../../dialect/dialect.js';
import type { RestReply } from './message.js';
/** The reply to a request for the document; undefined when the request is for something else. */
export declare function openApiReply(method: string | undefined, target: string | undefined, dialect: Dialect): RestReply | undefined;
