import type { Dialect } from '../../../dialect/dialect.js';
import type { HttpRequest } from '../../target/transport.js';
import type { Effect } from './effect.js';
/** Undefined when the request is not in that form. */
export declare function readNormalRequest(dialect: Dialect, request: HttpRequest): readonly Effect[] | undefined;
