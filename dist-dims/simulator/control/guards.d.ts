import type { IncomingHttpHeaders } from 'node:http';
import { type ControlReply } from './route.js';
/** A real secret, so it comes from the system's random source and not from the seed. */
export declare function createControlToken(): string;
/** The refusal, or undefined when the caller may go on. */
export declare function guard(headers: IncomingHttpHeaders, token: string): ControlReply | undefined;
