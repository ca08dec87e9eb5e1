// What the catalogue says of one rule of the interface, and how its groups are written.

/** The headings of the interface document, in its order and in its words. */
export const SECTIONS = [
  'What the service does',
  'Resources and their fields',
  'Response envelope (REST and WebSocket replies)',
  'Access token (data of the token response)',
  'Device',
  'Device configuration',
  'Device profile',
  'Command',
  'Idempotency key',
  'WebSocket ticket',
  'States and transitions',
  'Command status',
  'Device connection and power (reported by events)',
  'Other rules',
  'Endpoints',
  'REST endpoints',
  'Authentication',
  'Permissions (scopes)',
  'Events',
  'Message rules',
  'Request topics',
  'Operations of device.operation.execute (`operation.name`)',
  'Event topics',
  'REST and WebSocket consistency',
  'Errors',
  'Limits',
  'Idempotency-Key rules',
  'Versioning',
] as const;
type Section = (typeof SECTIONS)[number];

/**
 * What has to show of a service before some rules can be seen to hold, where no rule says just that; each with what it
 * rests on itself.
 */
export const ABILITIES = {
  /** The relays that commands switch are in the states of their device. */
  'relay-state': [],
  /** A command for one relay switches that relay, and no other in its place. */
  'named-relay': [],
  /** A relay that a command has switched is seen to have changed, in a state or in an event. */
  'relay-change': ['relay-state', 'named-relay'],
  /** An event names a relay that has changed. */
  'relay-event': ['relay-change'],
} as const satisfies Record<string, readonly string[]>;
export type Ability = keyof typeof ABILITIES;

export interface Rule {
  /** The id that names the rule in scenarios, properties, defects, reports and docs: `group.name`. */
  readonly id: string;
  /** Who has to keep it. */
  readonly side: 'service' | 'client';
  /** `stated`: the interface says so in words, a breach fails. `derived`: it follows from them, a breach warns. */
  readonly basis: 'stated' | 'derived';
  /** The section of the interface that it comes from. */
  readonly section: string;
  /** One sentence that says what must hold. */
  readonly sentence: string;
  /**
   * Other rules, or abilities of the service, without which it cannot be seen to hold. That its own requests are answered is none:
   * the trace of a check tells that of each of its findings.
   */
  readonly needs: readonly string[];
}

type Group<Id extends string, Need extends string> = readonly (Rule & {
  readonly id: Id;
  readonly needs: readonly Need[];
})[];

type Define = <const Id extends string, const Need extends string>(
  section: Section,
  needs: readonly Need[],
  sentences: Readonly<Record<Id, string>>,
) => Group<Id, Need>;

function define(side: Rule['side'], basis: Rule['basis']): Define {
  return <const Id extends string, const Need extends string>(
    section: Section,
    needs: readonly Need[],
    sentences: Readonly<Record<Id, string>>,
  ) =>
    (Object.entries(sentences) as [Id, string][]).map(([id, sentence]) => ({
      id,
      side,
      basis,
      section,
      sentence,
      needs,
    }));
}

/** Rules that a server has to keep. */
export const service = { stated: define('service', 'stated'), derived: define('service', 'derived') };

/** Rules that an API client has to keep. */
export const client = { stated: define('client', 'stated'), derived: define('client', 'derived') };
