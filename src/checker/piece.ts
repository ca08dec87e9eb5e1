// A piece of a trace as the second judge reads it: exchanges with their times, connections, events and acts on devices.
import type { TraceRecord } from '../trace/record.js';

/** What nobody can see in a trace, and the profile of the target says. */
export interface KnownFacts {
  /** API clients by the names that the trace has for them; `devices`: identifiers, all of them where it is absent. */
  readonly clients?: Readonly<Record<string, KnownClient>>;
  /** Devices by their identifiers, with what their RS485 peripheral answers in hex. */
  readonly devices?: Readonly<Record<string, KnownDevice>>;
  /** Others use the devices, too. */
  readonly shared?: boolean;
  /** Nobody else sends anything as these clients, so that no quota of theirs explains a rejection. */
  readonly alone?: boolean;
  /** How long one has to listen, in ms, until an event that has not come can be said to be missing. */
  readonly eventPatience?: number;
}
interface KnownDevice {
  readonly answered?: string;
  readonly answer?: string;
  /** What begins with one of these comes back as it is. */
  readonly echo?: readonly string[];
  readonly unanswered?: string;
  /** Relays that it has, and maybe others. */
  readonly relays?: readonly number[];
}
interface KnownClient {
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly devices?: readonly string[];
}

export type Fields = Readonly<Record<string, unknown>>;
export type SeenCall = ReturnType<typeof seenOf> & { readonly repeated: boolean };
export type SeenEvent = ReturnType<typeof eventOf>;
export type Piece = ReturnType<typeof readPiece>;
type Of<K extends TraceRecord['kind']> = Extract<TraceRecord, { kind: K }>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const membersOf = (value: unknown): Fields => (isFields(value) ? value : {});
export const objectsIn = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.map(membersOf) : [];

/** Equal as JSON: the order of members means nothing. */
export function isEqualJson(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other;
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.every((name) => isEqualJson((one as Fields)[name], (other as Fields)[name]))
  );
}

/** A success in other letters. */
export const isMisspelt = (code: string): boolean => code !== 'SUCCESS' && code.toUpperCase() === 'SUCCESS';

export function readPiece(records: readonly TraceRecord[], known: KnownFacts) {
  const of = <K extends TraceRecord['kind']>(kind: K): Of<K>[] =>
    records.filter((record): record is Of<K> => record.kind === kind);
  const endings = new Map([...of('broken'), ...of('reply')].map((ending) => [ending.exchange, ending]));
  const states = of('connection');
  const lines = [...new Set(states.map(({ connection }) => connection))].map((name) => {
    const [opening, open, closed] = ['opening', 'open', 'closed'].map((state) =>
      states.find((line) => line.connection === name && line.state === state),
    );
    const { client = '', seq = 0 } = { ...opening, ...open };
    const to = closed?.at ?? Math.max(...records.map(({ at }) => at));
    const { by, closeCode } = closed ?? {};
    const span = { opened: open !== undefined, from: open?.at ?? Infinity, to };
    return { name, client, seq, ticket: opening?.ticket, by, closeCode, ...span };
  });
  const seen = of('request').map((request) => seenOf(request, endings.get(request.exchange), known));
  // A request that was refused for the moment has not used its key.
  const using = seen.filter(({ ok, answered, status }) => ok || !answered || status >= 500);
  const first = new Map(using.toReversed().map((one) => [`${one.client} ${one.key ?? ''}`, one.seq]));
  const isRepeated = ({ client, key, seq, op }: (typeof seen)[number]): boolean =>
    op && key !== undefined && (first.get(`${client} ${key}`) ?? seq) < seq;
  return {
    known,
    lines,
    seen: seen.map((one) => ({ ...one, repeated: isRepeated(one) })),
    events: of('event').map((event) =>
      eventOf(
        event,
        mayUse(known, lines.find(({ name }) => name === event.connection)?.client, event.deviceId),
      ),
    ),
    acts: of('stimulus')
      .filter(({ outcome }) => outcome === 'applied')
      .map((act) => ({ ...act, given: membersOf(act.parameters) })),
    strays: of('stray'),
    garbled: of('stray').length > 0 || seen.some(({ code }) => isMisspelt(code)),
  };
}

function eventOf(event: Of<'event'>, may: boolean | undefined) {
  const fits = (event.mismatches ?? []).length === 0;
  // Where its form is not the dialect's, what the interface itself names may still be there.
  const came = fits ? {} : membersOf(membersOf(event.body)['data']);
  return { ...event, may, fits, data: { ...came, ...membersOf(event.data) } };
}

function seenOf(request: Of<'request'>, ending: Of<'reply'> | Of<'broken'> | undefined, known: KnownFacts) {
  const reply = ending?.kind === 'reply' ? ending : undefined;
  const { what, operation, deviceId: device, client = '' } = request;
  const { status = 0, code = '' } = reply ?? {};
  const command = membersOf(membersOf(reply?.data)['command']);
  const [rest, answered, need] = [request.channel === 'rest', reply !== undefined, needOf(request)];
  const [ok, busy] = [code === 'SUCCESS', code === 'DEVICE_BUSY'];
  const limited = code === 'RATE_LIMITED' || status === 429;
  /** What may come at any moment, whatever was asked: it proves nothing. */
  const anytime = !answered || status >= 500 || code === 'INTERNAL_ERROR' || busy || limited;
  return {
    ...{ seq: request.seq, what, device, client, request, need, rest },
    ...{ reply, answered, status, code, ok, busy, limited, anytime, command },
    /** When it was sent, and when its reply came or it was known that none comes. */
    ...{ sent: request.at, got: ending?.at ?? Infinity },
    broken: ending?.kind === 'broken' ? ending.reason : undefined,
    refresh: what === 'devices.read' || what === 'device.state.get',
    op: operation !== undefined && what !== 'raw',
    name: operation?.name,
    params: membersOf(operation?.params),
    key: request.idempotencyKey,
    identity: rest ? identityOf(request.headers ?? {}) : 'own',
    /** Whether its client has the permission, and may use the device; undefined where nobody knows. */
    scope: need === undefined ? undefined : hasScope(known, client, need),
    may: mayUse(known, client, device),
    body: membersOf(reply?.body),
    /** As it came, and in canonical terms. */
    came: membersOf(membersOf(reply?.body)['data']),
    data: membersOf(reply?.data),
    fits: (reply?.mismatches ?? []).length === 0,
    id: ok ? command['commandId'] : undefined,
    state: command['status'],
    final: /^(succeeded|failed|timeout)$/.test(String(command['status'])),
  };
}

/** Ids that no service has. */
export const isUnknownId = (id = ''): boolean =>
  id.startsWith('conform-no-such-') || id === '999999999999999';

export const READING = 'device:read';
export const KNOWN_SCOPES: readonly unknown[] = [READING, 'device:control', 'device:config', 'device:manage'];

/** Each protected endpoint by its name in a trace: the permission that it needs, its method and its path. */
const ENDPOINTS: readonly (readonly [what: string, need: string, request: RegExp])[] = [
  ['devices.list', READING, /^GET devices$/],
  ['devices.read', READING, /^GET devices\/[^/]+$/],
  ['devices.config', READING, /^GET devices\/[^/]+\/config$/],
  ['profiles.list', READING, /^GET device-profiles$/],
  ['commands.read', READING, /^GET commands\/[^/]+$/],
  ['relays.set', 'device:control', /^POST devices\/[^/]+\/relays\/commands$/],
  ['relays.set-one', 'device:control', /^POST devices\/[^/]+\/relays\/[^/]+\/commands$/],
  ['rs485.transceive', 'device:control', /^POST devices\/[^/]+\/rs485\/transceive$/],
  ['rs485.baud-rate', 'device:config', /^PUT devices\/[^/]+\/rs485\/baud-rate$/],
  ['relays.jog-config', 'device:config', /^PUT devices\/[^/]+\/relays\/[^/]+\/jog-config$/],
  ['devices.add', 'device:manage', /^POST devices$/],
  ['devices.remove', 'device:manage', /^DELETE devices\/[^/]+$/],
  ['devices.password', 'device:manage', /^PUT devices\/[^/]+\/password$/],
  ['ticket.create', 'token', /^POST ws\/ticket$/],
];

/** The permission that a request needs, also one that was written by hand; `token`: any; undefined: none. */
function needOf({ what, method = '', path = '', operation }: Of<'request'>): string | undefined {
  if (what === 'device.state.get') return READING;
  if (what === 'device.operation.execute')
    return /relay\.set|transceive/.test(operation?.name ?? '') ? 'device:control' : 'device:config';
  const [, place = ''] = /^\/svc\/v1\/([^?]*)/.exec(path) ?? [];
  return ENDPOINTS.find(([name, , request]) =>
    what === 'raw' ? request.test(`${method} ${place}`) : name === what,
  )?.[1];
}

/** How a REST request says who it comes from. `unknown`: the trace does not tell. */
function identityOf(headers: Readonly<Record<string, string>>): 'none' | 'own' | 'other' | 'unknown' {
  const [, value = ''] =
    Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  if (value === '') return 'none';
  // Whether the word Bearer has a case is not said.
  if (value === '<redacted>' || (/^bearer /i.test(value) && !value.startsWith('Bearer '))) return 'unknown';
  return /^Bearer <token of (?!nobody>)[^>,]+>$/.test(value) ? 'own' : 'other';
}

function hasScope({ clients }: KnownFacts, client: string, need: string): boolean | undefined {
  const scopes = clients?.[client]?.scopes;
  return scopes && (need === READING || need === 'token' ? scopes.length > 0 : scopes.includes(need));
}

export function mayUse(
  { clients, devices }: KnownFacts,
  client: string | undefined,
  device: unknown,
): boolean | undefined {
  const caller = clients?.[client ?? ''];
  return caller && typeof device === 'string' && devices?.[device]
    ? (caller.devices?.includes(device) ?? true)
    : undefined;
}

// What a rule sees: that it held, or what contradicts it.

/** `open`: it may be that it did not hold, and cannot be said. */
export type Sight = true | 'open' | { readonly by: readonly number[]; readonly says: string };
export type RuleCheck = (piece: Piece) => Iterable<Sight>;
/** Rules by their ids; several checks of one look at different things. */
export type RuleChecks = Readonly<Record<string, RuleCheck | readonly RuleCheck[]>>;
type Test = (seen: SeenCall, piece: Piece) => boolean | undefined;
type Pair = (one: SeenCall, other: SeenCall, piece: Piece) => boolean | undefined;

/** @param ok undefined where it cannot be said. */
export function sight(
  ok: boolean | undefined,
  says: string,
  ...by: readonly { readonly seq: number }[]
): Sight {
  if (ok === undefined) return 'open';
  return ok || { by: by.map(({ seq }) => seq), says };
}

function answersOf(all: readonly SeenCall[]): string {
  const words = all.map(
    ({ status, code, broken, answered, what }) =>
      `${what}: ${answered ? `${status || ''} ${code}`.trim() : `no reply (${broken ?? 'yet'})`}`,
  );
  return [...new Set(words)].join(', ');
}

/** Of single exchanges that were answered: which the rule is about, and whether one is right. */
export const each = (about: Test, ok: Test): RuleCheck =>
  function* (piece) {
    for (const seen of piece.seen)
      if (seen.answered && about(seen, piece)) yield sight(ok(seen, piece), answersOf([seen]), seen);
  };

/** A rule of which a piece can show that it is broken, and never that it is kept: more may be told than is so. */
export const contradicting = (check: RuleCheck): RuleCheck =>
  function* (piece) {
    for (const seen of check(piece)) yield seen === true ? 'open' : seen;
  };

/** Of what may go wrong now and then: wrong each time, and so often that it is no chance any more. */
export const everyTime = (often: number, about: Test, ok: Test): RuleCheck =>
  function* (piece) {
    const looked = piece.seen.filter((seen) => about(seen, piece));
    yield* noChance(
      often,
      looked.map((seen) => ({ ok: ok(seen, piece), by: [seen] })),
      answersOf(looked),
    );
  };

export function* noChance(
  often: number,
  looked: readonly { readonly ok: boolean | undefined; readonly by: readonly { readonly seq: number }[] }[],
  says: string,
): Generator<Sight> {
  const right = looked.filter(({ ok }) => ok);
  const by = looked.flatMap((one) => one.by);
  if (looked.length > 0 && right.length === looked.length) yield true;
  else if (looked.length > 0)
    yield sight(right.length > 0 || looked.length < often ? undefined : false, says, ...by);
}

/** Of two exchanges, in the order in which they were sent. */
export const eachPair = (related: Pair, ok: Pair): RuleCheck =>
  function* (piece) {
    for (const [at, one] of piece.seen.entries())
      for (const other of piece.seen.slice(at + 1))
        if (related(one, other, piece))
          yield sight(ok(one, other, piece), answersOf([one, other]), one, other);
  };
