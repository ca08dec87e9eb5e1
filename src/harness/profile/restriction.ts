// What a run leaves out on purpose, whatever the profile allows.

/**
 * `no-actuate`: nothing is switched, and nothing put on an RS485 line. `read-only`: nothing is sent that changes
 * anything; tokens, tickets, connections, pings, refreshes and reads remain.
 */
export type Restriction = 'no-actuate' | 'read-only';

const WORDS: Readonly<Record<Restriction, string>> = {
  'no-actuate': 'this run switches nothing and puts nothing on RS485 (--no-actuate)',
  'read-only': 'this run changes nothing (--read-only)',
};

/** The reason that each check has which was left out for it; the report finds them by it. */
export function restrictionWords(restriction: Restriction): string {
  return WORDS[restriction];
}
