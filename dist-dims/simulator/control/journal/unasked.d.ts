import type { WsRequest } from '../../../contract/schemas/message.js';
import type { Dialect } from '../../../dialect/dialect.js';
import type { RequestFacts } from '../../../trace/record.js';
import type { ArrivedRequest } from '../../transport/rest/message.js';
/** @param malformed the answer says that the request could not be read. */
export declare function askedOverRest(dialect: Dialect, request: ArrivedRequest, malformed: boolean): RequestFacts;
export declare function askedOverWebSocket(dialect: Dialect, request: WsRequest | undefined): RequestFacts;
