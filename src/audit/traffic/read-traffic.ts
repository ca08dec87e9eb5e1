// From the records of a trace to the traffic of each API client in it.
import type { TraceRecord } from '../../trace/record.js';
import { type Collected, type ConnectionDraft, createCollector, type ExchangeDraft } from './collect.js';
import type { ClientTraffic, Draw, Exit } from './traffic.js';

export type TrafficReader = ReturnType<typeof createTrafficReader>;

export interface ReaderOptions {
  readonly day: string;
  /** Whether chance decides on each occasion what is staged. */
  readonly isDrawn?: boolean;
  /** When the day began; default: the time of the first record. */
  readonly from?: number;
  /** The only process of the client, where it is known that there is but one. */
  readonly instance?: string;
  /** Whoever says nothing of itself, or uses credentials that nobody has, is this client. */
  readonly client?: string;
}

const NOBODY = 'nobody';

export function createTrafficReader(options: ReaderOptions) {
  const { day, from, instance, client: only, isDrawn = false } = options;
  const collector = createCollector();
  const exits: Exit[] = [];
  const draws: Draw[] = [];
  let first: number | undefined;
  let last = 0;
  return {
    see: (record: TraceRecord): void => {
      first ??= record.at;
      last = Math.max(last, record.at);
      collector.see(record);
    },
    /** A process of the client has ended, and nobody had asked for it. */
    exited: (exit: Exit): void => void exits.push(exit),
    /** The day has drawn whether to stage something. */
    drew: (draw: Draw): void => void draws.push(draw),
    /** All clients that were seen, in the order of their first request. Can be called again, for what has come since. */
    traffic: (to = last): readonly ClientTraffic[] => {
      const all = collector.collected();
      return [...byClient(all, only)].map(([client, part]) => {
        const staged = { draws, isDrawn, late: [] };
        const lives = {
          exits: exits.map((each) => ({ ...each, actor: lifeOf(each.actor, each.at, exits) })),
        };
        const bounds = { day, client, from: from ?? first ?? 0, to, ...lives, ...staged };
        const known = instance !== undefined || part.exchanges.some((each) => each.instance !== undefined);
        const processes = known ? ('known' as const) : ('guessed' as const);
        return { ...bounds, processes, ...named(part, instance, exits) };
      });
    },
  };
}

type Part = Pick<Collected, 'exchanges' | 'connections' | 'deliveries'>;

/** What carries no credentials that are known belongs to the only client, or to the one on the same socket. */
function byClient(
  { exchanges, connections, deliveries }: Collected,
  unnamed: string | undefined,
): ReadonlyMap<string, Part> {
  const known = new Set(
    [...exchanges, ...connections].flatMap(({ client }) => (client === undefined ? [] : [client])),
  );
  const only = unnamed ?? (known.size === 1 ? [...known][0] : undefined);
  if (unnamed !== undefined && exchanges.length + connections.length > 0) known.add(unnamed);
  const bySocket = new Map<number, string>();
  for (const { socket, client } of exchanges) {
    if (socket !== undefined && client !== undefined) bySocket.set(socket, client);
  }
  const names = known.size === 0 && exchanges.length + connections.length > 0 ? [NOBODY] : [...known];
  const ofExchange = (each: Collected['exchanges'][number]): string =>
    each.client ?? bySocket.get(each.socket ?? -1) ?? only ?? NOBODY;
  const ofConnection = ({ client }: Collected['connections'][number]): string => client ?? only ?? NOBODY;
  if (known.size > 1 && [...exchanges.map(ofExchange), ...connections.map(ofConnection)].includes(NOBODY))
    names.push(NOBODY);
  const owner = new Map(connections.map((each) => [each.id, ofConnection(each)]));
  return new Map(
    names.map((name) => [
      name,
      {
        exchanges: exchanges.filter((each) => ofExchange(each) === name),
        connections: connections.filter((each) => ofConnection(each) === name),
        deliveries: deliveries.filter(({ connection }) => owner.get(connection) === name),
      },
    ]),
  );
}

/** A process that was started anew knows nothing of what it did before: it is another one. */
function lifeOf(instance: string, at: number, exits: readonly Exit[]): string {
  const before = exits.filter((each) => each.actor === instance && each.at < at).length;
  return before === 0 ? instance : `${instance}, life ${before + 1}`;
}

function named(
  part: Part,
  instance: string | undefined,
  exits: readonly Exit[],
): Pick<ClientTraffic, keyof Part> {
  const living = <T extends { readonly instance: string | undefined }>(each: T, at: number): T =>
    instance === undefined ? livingIn(each, at, exits) : { ...each, instance };
  const exchanges = part.exchanges.map((each) => living(each, each.cameAt));
  const connections = part.connections.map((each) => living(each, each.askedAt));
  const whose = tellApart({ exchanges, connections });
  return {
    exchanges: exchanges.map((each) => {
      const { client: _, instance: __, ...rest } = each;
      return { ...rest, ...whose.ofExchange(each) };
    }),
    connections: connections.map((each) => {
      const { client: _, instance: __, ...rest } = each;
      return { ...rest, ...whose.ofConnection(each) };
    }),
    deliveries: part.deliveries.map((each) => ({
      ...each,
      actor: whose.ofConnectionId(each.connection).actor,
    })),
  };
}

function livingIn<T extends { readonly instance: string | undefined }>(
  each: T,
  at: number,
  exits: readonly Exit[],
): T {
  return each.instance === undefined ? each : { ...each, instance: lifeOf(each.instance, at, exits) };
}

// Who is who: several processes of one API client look alike, but for the access tokens that each of them holds. A
// process that is known says so; otherwise one that gets a new token is taken for the one that has stopped using
// its old token by then. In the same way the workers of a process are told apart, which may have a token each.

type Whose = Pick<ClientTraffic['exchanges'][number], 'actor' | 'worker'>;

interface Line extends Whose {
  /** Undefined where processes are not known. */
  readonly instance: string | undefined;
  token: number;
  /** When it asked for its token. */
  since: number;
}

interface Use {
  first: number;
  last: number;
}

/** A request that was under way when its successor's token was asked for, in ms. */
const OVERLAP = 100;
/** Who has just connected, and stays so, asks for no other token so soon, in ms: another worker begins. */
const JUST_CONNECTED = 3000;

/** @param collected what was seen of one API client. */
function tellApart({ exchanges, connections }: Pick<Collected, 'exchanges' | 'connections'>) {
  const uses = usesOf(exchanges);
  const ownTicket = new Map(exchanges.map(({ reply, token = 0 }) => [reply?.ticket, token]));
  const isConnected = (token: number, at: number): boolean =>
    connections.some(
      ({ ticket, openedAt = Infinity, closedAt = Infinity }) =>
        ticket !== undefined && ownTicket.get(ticket) === token && openedAt <= at && at < closedAt,
    );
  const byToken = new Map<number, Line>();
  const lines: Line[] = [];
  for (const { reply, cameAt, instance } of exchanges) {
    if (reply?.token === undefined) continue;
    const firstUse = Math.min(uses.get(reply.token)?.first ?? Number.POSITIVE_INFINITY, cameAt + OVERLAP);
    const own = lines.filter((each) => each.instance === instance);
    const free = own.filter(
      ({ token, since }) =>
        (uses.get(token)?.last ?? 0) <= firstUse + OVERLAP &&
        !(cameAt - since < JUST_CONNECTED && isConnected(token, cameAt + JUST_CONNECTED)),
    );
    // Who is connected has less need of a new token than who is not.
    const rank = ({ token }: Line): number =>
      (isConnected(token, cameAt) ? 0 : cameAt) + (uses.get(token)?.last ?? 0);
    const heir = free.toSorted((a, b) => rank(b) - rank(a))[0];
    const line = heir ?? { instance, token: 0, since: 0, ...nameOf(instance, own.length + 1) };
    if (!heir) lines.push(line);
    line.token = reply.token;
    line.since = cameAt;
    byToken.set(reply.token, line);
  }
  const only = (instance: string | undefined): Whose =>
    instance === undefined && lines[0] ? lines[0] : nameOf(instance, 1);
  const bySocket = new Map<number, Line>();
  for (const { socket, token } of exchanges) {
    const line = byToken.get(token ?? 0);
    if (socket !== undefined && line !== undefined) bySocket.set(socket, line);
  }
  /** A token may outlive the process that asked for it. */
  const ofRest = ({ instance, token, socket, reply }: ExchangeDraft): Whose => {
    const line = byToken.get(reply?.token ?? token ?? 0) ?? bySocket.get(socket ?? 0);
    return line && (instance === undefined || line.instance === instance) ? line : only(instance);
  };
  const byTicket = new Map(
    exchanges.flatMap((each) =>
      each.reply?.ticket === undefined ? [] : [[each.reply.ticket, ofRest(each)]],
    ),
  );
  const ofConnection = ({ instance, ticket }: ConnectionDraft): Whose => {
    const asker = byTicket.get(ticket ?? '') ?? only(instance);
    return instance === undefined || asker.actor === instance ? asker : only(instance);
  };
  const byId = new Map(connections.map((each) => [each.id, ofConnection(each)]));
  const ofConnectionId = (id: string): Whose => byId.get(id) ?? only(undefined);
  const bare = ({ actor, worker }: Whose): Whose => ({ actor, worker });
  return {
    ofExchange: (each: ExchangeDraft): Whose =>
      bare(each.connection === undefined ? ofRest(each) : ofConnectionId(each.connection)),
    ofConnection: (each: ConnectionDraft): Whose => bare(ofConnection(each)),
    ofConnectionId,
  };
}

function nameOf(instance: string | undefined, number: number): Whose {
  if (instance === undefined) return { actor: `instance ${number}`, worker: `instance ${number}` };
  return { actor: instance, worker: number === 1 ? instance : `${instance}, worker ${number}` };
}

function usesOf(exchanges: readonly ExchangeDraft[]): ReadonlyMap<number, Use> {
  const uses = new Map<number, Use>();
  for (const { token, cameAt } of exchanges) {
    if (token === undefined || token === 0) continue;
    const known = uses.get(token);
    if (known) known.last = Math.max(known.last, cameAt);
    else uses.set(token, { first: cameAt, last: cameAt });
  }
  return uses;
}
