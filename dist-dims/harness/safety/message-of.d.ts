import type { Dialect } from '../../dialect/dialect.js';
import type { Call } from '../target/call.js';
import type { Message } from '../target/gated-transport.js';
/** Over REST where it can go there: the other channel says the same in other words. */
export declare function messageOf(dialect: Dialect, call: Call): Message;
