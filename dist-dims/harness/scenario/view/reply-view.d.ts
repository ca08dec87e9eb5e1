import type { Exchange } from '../../target/call.js';
import { type BoundDevice } from './bound-device.js';
/** The fields are those of the table `VIEW_FIELDS.reply`. */
export type View = Readonly<Record<string, unknown>>;
/** @param body the body or frame as it came; the trace keeps it. */
export declare function replyView(exchange: Exchange, device: BoundDevice | undefined, body: unknown): View;
