import type { ServiceResult } from '../../service/outcome.js';
import type { RestRequest } from './message.js';
/** The parsed body; undefined when there is none. */
export declare function parseBody({ method, headers, body }: RestRequest): ServiceResult<unknown>;
