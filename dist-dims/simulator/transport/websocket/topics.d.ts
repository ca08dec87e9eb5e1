import type { WsRequest } from '../../../contract/schemas/message.js';
import type { Dialect } from '../../../dialect/dialect.js';
import { type ServiceResult } from '../../service/outcome.js';
import { type Service, type WebSocketCaller } from '../../service/service.js';
export interface TopicContext {
    readonly service: Service;
    readonly dialect: Dialect;
}
/** Gives the `data` of the reply as JSON, or the refusal. */
export declare function answerTopic(context: TopicContext, caller: WebSocketCaller, { topic, data }: WsRequest): ServiceResult<string> | Promise<ServiceResult<string>>;
