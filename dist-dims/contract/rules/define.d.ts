import type { Rule } from './rule.js';
/** The headings of the interface document, in its order and in its words. */
export declare const SECTIONS: readonly ['What the service does', 'Resources and their fields', 'Response envelope (REST and WebSocket replies)', 'Access token (data of the token response)', 'Device', 'Device configuration', 'Device profile', 'Command', 'Idempotency key', 'WebSocket ticket', 'States and transitions', 'Command status', 'Device connection and power (reported by events)', 'Other rules', 'Endpoints', 'REST endpoints', 'Authentication', 'Permissions (scopes)', 'Events', 'Message rules', 'Request topics', 'Operations of device.operation.execute (`operation.name`)', 'Event topics', 'REST and WebSocket consistency', 'Errors', 'Limits', 'Idempotency-Key rules', 'Versioning'];
export type Section = (typeof SECTIONS)[number];
type Define = <const Id extends string>(id: Id, section: Section, sentence: string) => Rule & {
    readonly id: Id;
};
/** Rules that a server has to keep. */
export declare const service: {
    stated: Define;
    derived: Define;
};
/** Rules that an API client has to keep. */
export declare const client: {
    stated: Define;
    derived: Define;
};
export {};
