/**
 * `no-actuate`: nothing is switched, and nothing put on an RS485 line. `read-only`: nothing is sent that changes
 * anything; tokens, tickets, connections, pings, refreshes and reads remain.
 */
export type Restriction = 'no-actuate' | 'read-only';
/** The reason that each check has which was left out for it; the report finds them by it. */
export declare function restrictionWords(restriction: Restriction): string;
