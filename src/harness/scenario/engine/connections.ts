// The WebSocket connections of one attempt, by the names that the scenario gives them.
import { defined } from '../../../kernel/defined.js';
import type { Connected, TargetConnection, Target } from '../../target/target.js';
import { waitUntil } from '../../target/retry.js';
import type { Liveness } from '../../target/liveness.js';
import type { ReplyView } from '../view/views.js';

export type ScenarioConnections = ReturnType<typeof createScenarioConnections>;

/** What a connection is opened with, where that is not a fresh ticket. */
export interface Proof {
  /** `null` leaves the ticket out. */
  readonly ticket: string | null;
  readonly bearer?: string | undefined;
}

/**
 * The interface does not say that a connection hears of what happens at the moment of its upgrade: a server may take it
 * among those that it sends events to right after. What is caused next waits some times as long as the opening took.
 */
const OPENINGS_TO_JOIN = 10;
/** In ms, both: more than the judge of events grants a connection to join. */
const LEAST_TO_JOIN = 30;
const MOST_TO_JOIN = 200;

interface Entry {
  readonly client: string;
  readonly connection: TargetConnection | undefined;
}

/** @param profileName the profile's name of a client of the scenario. */
export function createScenarioConnections(
  target: Target,
  liveness: Liveness,
  profileName: (client: string) => string,
) {
  const entries = new Map<string, Entry>();

  const open = async (
    name: string,
    client: string,
    signal: AbortSignal,
    proof?: Proof,
  ): Promise<ReplyView> => {
    const sentAt = target.clock.now();
    const { ticket, bearer } = proof ?? {};
    const options = defined({ name, signal, ticket, bearer });
    const connected = await target.connect(profileName(client), options);
    liveness.connected(connected);
    const usable = ticket === undefined ? connected : await proven(connected, signal);
    entries.set(name, {
      client,
      connection: usable.kind === 'open' ? usable.connection : undefined,
    });
    const answeredAt = target.clock.now();
    if (usable.kind === 'open') {
      const joins = Math.min(MOST_TO_JOIN, Math.max(LEAST_TO_JOIN, OPENINGS_TO_JOIN * (answeredAt - sentAt)));
      await waitUntil(target.clock, answeredAt + joins, signal);
    }
    return { ...viewOf(usable), sentAt, answeredAt, took: answeredAt - sentAt };
  };

  const opened = (): readonly TargetConnection[] =>
    [...entries.values()].flatMap(({ connection }) => connection ?? []).filter(({ closed }) => !closed);

  return {
    /** Opens a connection under a name, in place of an earlier one of that name. */
    open,

    /** Those that are open now. */
    opened,

    /** The connection as it was last opened; it may have closed since. */
    get: (name: string) => entries.get(name)?.connection,

    /** The scenario's name of the client that the connection belongs to. */
    clientOf: (name: string) => entries.get(name)?.client,

    /** It is of no use any more; its client stays known. */
    forget: (name: string) => {
      const entry = entries.get(name);
      if (entry) entries.set(name, { client: entry.client, connection: undefined });
    },
    closeAll: async () => {
      const left = opened();
      entries.clear();
      await Promise.all(left.map(async (connection) => connection.close()));
    },
  };
}

/**
 * Some servers accept the upgrade first and close the connection at once: with a ticket of the scenario's
 * own, a connection counts as open when it answers.
 */
async function proven(connected: Connected, signal: AbortSignal): Promise<Connected> {
  if (connected.kind === 'refused') return connected;
  const { outcome } = await connected.connection.request({ name: 'ping' }, { signal });
  if (outcome.kind === 'reply') return connected;
  const { closed } = connected.connection;
  if (closed && closed.code !== ABNORMAL_CLOSURE && !closed.displaced)
    return { kind: 'refused', status: 401, detail: `opened, and closed at once with code ${closed.code}` };
  // Without a word nothing is proven in either direction: no status, so it counts as a disturbance.
  return { kind: 'refused', detail: `opened, but ping got no reply: ${outcome.detail}` };
}

/** What the close code is when the connection just breaks. */
const ABNORMAL_CLOSURE = 1006;

function viewOf(connected: Connected): ReplyView {
  if (connected.kind === 'open') return { outcome: 'open' };
  const { status, detail, unanswered } = connected;
  return defined({ outcome: 'refused', detail, status, unanswered });
}
