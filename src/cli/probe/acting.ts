// Acts on a server whose dialect is not known yet: each candidate is a dialect of its own, behind a gate of its own, and
// what it has changed is put back before the next one.
import { uuidOf } from '../../kernel/uuid.js';
import { SUCCESS } from '../../contract/error-codes.js';
import { grants, type Scope } from '../../contract/scopes.js';
import type { Dialect } from '../../dialect/dialect.js';
import { parseDialect } from '../../dialect/parse-dialect.js';
import type { DeviceProfileEntry, Profile } from '../../harness/profile/profile.js';
import type { OpenTarget } from '../../harness/run/open-target.js';
import { createAsking } from '../../harness/safety/caretaker.js';
import { createSafety, type Safety } from '../../harness/safety/safety.js';
import type { Call, CallReply, Exchange } from '../../harness/target/call.js';
import type { Target, TargetConnection } from '../../harness/target/target.js';
import { unlessUnsafe } from '../../harness/target/gated-transport.js';
import { isObject, jsonIn } from '../../kernel/json.js';
import { grantedCommands } from '../../probe/draft/draft.js';
import { type DraftExchange, seenExchange } from '../../probe/draft/evidence.js';
import type { KeptDraft } from '../../probe/draft/kept-draft.js';
import { type NamedPlace, placesNamed } from '../../probe/draft/named-places.js';
import type { Operation } from '../../contract/operations.js';
import type { DeviceConfig, DeviceDetail, Peripherals } from '../../contract/schemas/device.js';
import type { ShapeName } from '../../contract/schemas/shapes.js';
import { UNITS } from '../../probe/draft/draft-config.js';
import { UNTOLD_GROUP } from '../../probe/draft/draft-state.js';
import { leavesOf, placeKey, withAt } from '../../probe/draft/places.js';
import { urlPart } from '../../kernel/url-part.js';

export interface ActingOptions {
  readonly profile: Profile;
  readonly draft: KeptDraft;
  /** Of the dialect. */
  readonly file: string;
  /** The same target, spoken to in this dialect. */
  open(dialect: Dialect): OpenTarget;
  readonly signal: AbortSignal;
}

/** For one request with its repeats, in ms. */
const PATIENCE = 15_000;
/** Of all that acts. */
const MOST_REQUESTS = 100;
const LONGEST = 90_000;

export interface ActSession {
  /** Another one for each request. */
  key(): string;
  readonly dialect: Dialect;
  readonly target: Target;
  readonly safety: Safety;
  /** How a device was found before anything was changed, as this dialect reads it. */
  found(deviceId: string): Found;
  /** Patiently, with whichever API client may; undefined where nothing came, or where it may not be sent. */
  ask(call: Call, scope?: Scope): Promise<CallReply | undefined>;
  /** The same over a connection that is opened for it. */
  talk(scope: Scope, call: Call): Promise<CallReply | undefined>;
  /** The frames that come meanwhile, and are no replies. */
  listen(work: () => Promise<void>): Promise<readonly unknown[]>;
  /** All relays that a device has. */
  learn(deviceId: string, all: readonly number[]): void;
  /** The places that a refusal names of a request that says nothing. */
  named(place: Refusable): Promise<readonly NamedPlace[]>;
}

interface Found {
  readonly state: Peripherals | undefined;
  readonly config: DeviceConfig | undefined;
}

/** A request without what it needs. */
export interface Refusable {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: unknown;
  readonly scope: Scope;
}

export type Acting = ReturnType<typeof createActing>;

export function createActing({ profile, draft, file, open, signal }: ActingOptions) {
  const evidence: DraftExchange[] = [];
  const left: string[] = [];
  const relays = new Map<string, readonly number[]>();
  let [requests, keys] = [0, 0];
  let until: number | undefined;
  const client = (scope: Scope): string | undefined =>
    Object.entries(profile.clients).find(([, { scopes }]) => grants(scopes, scope))?.[0];
  const under = async <T>(
    changes: Readonly<Record<string, unknown>>,
    work: (session: ActSession) => Promise<T>,
    isLast = false,
  ): Promise<T | undefined> => {
    const parsed = parseDialect(JSON.stringify({ ...draft.data(), ...changes }), file);
    if (!parsed.ok || (!isLast && (requests > MOST_REQUESTS || signal.aborted))) return undefined;
    const { target, gate, book, close } = open(parsed.value);
    until ??= target.clock.now() + LONGEST;
    if (!isLast && target.clock.now() > until) return close().then(() => undefined);
    const safety = createSafety(target, profile, { gate, ...(book && { book }) });
    const found = (deviceId: string): Found => foundIn(evidence, parsed.value, deviceId);
    for (const [deviceId, all] of relays) {
      gate.learnRelays(deviceId, all);
      const { state, config } = found(deviceId);
      safety.noteInitial(deviceId, state, config);
    }
    const own = safety.protect(target);
    const ask = askingFor(own, profile, client, signal);
    const key = (): string => uuidOf(`draft ${Math.round(target.clock.now())}`, String(++keys));
    const session: ActSession = {
      key,
      dialect: parsed.value,
      target: own,
      safety,
      found,
      ask,
      talk: async (scope, call) =>
        connected(own, client(scope), async ({ request }) => replyIn(await request(call, { signal }))),
      listen: async (meanwhile) => {
        await connected(own, client('device:control'), meanwhile);
        return framesIn(target);
      },
      learn: (deviceId, all) => {
        relays.set(deviceId, all);
        gate.learnRelays(deviceId, all);
      },
      named: async (place) => namedBy(await ask(bare(place, key()), place.scope)),
    };
    try {
      const done = await unlessUnsafe(() => work(session));
      return done.ok ? done.value : undefined;
    } finally {
      left.push(...(await safety.restore()));
      const seen = exchangesIn(target);
      requests += seen.length;
      evidence.push(...seen);
      await close();
    }
  };
  return {
    /** @param isLast also where the time is over: it puts back. */
    under,
    /** What came of what was asked, oldest first. */
    evidence: evidence as readonly DraftExchange[],
    /** What could not be put back, in words. */
    left,
    requests: () => requests,
  };
}

/** How the device was when it was read first, as the dialect has it. */
function foundIn(evidence: readonly DraftExchange[], { shapes }: Dialect, deviceId: string): Found {
  const first = (what: string): unknown =>
    evidence.find(
      (each) => each.what === what && each.named['deviceId'] === deviceId && each.code === SUCCESS,
    )?.data;
  const detail = shapes.deviceDetail.decode(first('devices.read'));
  const config = shapes.deviceConfig.decode(first('devices.config'));
  return {
    state: detail.ok ? detail.value.peripherals : detail.bearable?.peripherals,
    config: config.ok ? config.value : config.bearable,
  };
}

function askingFor(
  target: Target,
  { longestWait }: Profile,
  client: (scope: Scope) => string | undefined,
  signal: AbortSignal,
): ActSession['ask'] {
  const asking = createAsking(target, longestWait);
  return async (call, scope = 'device:read') => {
    const who = client(scope);
    if (who === undefined || signal.aborted) return undefined;
    const within = { until: target.clock.now() + PATIENCE, signal };
    const { outcome } = await asking(who, call, within, { wanted: true, throughAbsence: false });
    return replyIn({ outcome });
  };
}

function replyIn({ outcome }: Pick<Exchange, 'outcome'>): CallReply | undefined {
  return outcome.kind === 'reply' ? outcome.reply : undefined;
}

async function connected<T>(
  target: Target,
  client: string | undefined,
  work: (connection: TargetConnection) => Promise<T>,
): Promise<T | undefined> {
  const opened = client === undefined ? undefined : await target.connect(client);
  if (opened?.kind !== 'open') return undefined;
  const { connection } = opened;
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** Frames that are no replies, also those that are not as the dialect has them. */
function framesIn({ trace }: Target): readonly unknown[] {
  return trace.records().flatMap((each) => {
    if (each.kind === 'stray') return [jsonIn(each.text)];
    return each.kind === 'event' ? [each.body] : [];
  });
}

function bare({ method, path, body }: Refusable, key: string): Call {
  return { name: 'http', method, path, headers: { 'Idempotency-Key': key }, body: JSON.stringify(body) };
}

/** The places that a refusal names; none where it is no refusal of what was asked. */
export function namedBy(reply: CallReply | undefined): readonly NamedPlace[] {
  return reply && reply.code !== SUCCESS ? placesNamed(reply.message, reply.data) : [];
}

function exchangesIn({ trace }: Target): DraftExchange[] {
  const records = trace.records();
  return records.flatMap((request) => {
    if (request.kind !== 'request' || request.method === undefined || request.path === undefined) return [];
    const reply = records.find((each) => each.kind === 'reply' && each.exchange === request.exchange);
    if (reply?.kind !== 'reply') return [];
    const { method, path, body } = request;
    const { status = 0 } = reply;
    const source = `${method} ${path}`;
    return seenExchange({ source, method, path, request: body, status, body: reply.body }) ?? [];
  });
}

// What each step of completing a draft has at hand: the device, how it was found, and what refusals have named.

export interface Completing extends ActingOptions {
  readonly acting: Acting;
  readonly deviceId: string;
  /** Those that may be switched. */
  readonly relays: readonly number[];
  readonly rs485: DeviceProfileEntry['rs485'];
  readonly config: DeviceConfig;
  /** The draft reads the state of the device. */
  readonly isRead: boolean;
  /** The places that refusals name, by the shape of the request. */
  readonly named: ReadonlyMap<ShapeName, readonly NamedPlace[]>;
  /** The draft is written as it is now: what comes next may be killed. */
  keep(): Promise<void>;
}

/** The index of the first relay. */
export function firstIndex({ draft }: Pick<Completing, 'draft'>): number {
  return Number(draft.data()['indexBase'] ?? 1);
}

/** Undefined where it was refused, or does not fit. */
export function stateIn(reply: CallReply | undefined): Peripherals | undefined {
  if (reply?.code !== SUCCESS || reply.dialectMismatches || !isObject(reply.data)) return undefined;
  return (reply.data as unknown as DeviceDetail).peripherals;
}

export async function configRead({ ask }: ActSession, deviceId: string): Promise<DeviceConfig | undefined> {
  const reply = await ask({ name: 'readConfig', deviceId });
  const isRead = reply?.code === SUCCESS && !reply.dialectMismatches && isObject(reply.data);
  return isRead ? (reply.data as unknown as DeviceConfig) : undefined;
}

/** Whether it was granted and carried out, as far as the reply says. */
export async function operate(
  { deviceId }: Completing,
  { ask, key }: ActSession,
  operation: Operation,
  compatibility = false,
): Promise<CallReply | undefined> {
  const scope = /baudRate|jogConfig/.test(operation.name) ? 'device:config' : 'device:control';
  const call = { name: 'operate', deviceId, operation, idempotencyKey: key(), compatibility } as const;
  return ask(call, scope);
}

/** The last command that came, as it came. */
export function lastCommand({ target }: ActSession): Record<string, unknown> | undefined {
  return grantedCommands(exchangesIn(target)).at(-1)?.command;
}

export function devicePath({ deviceId }: Pick<Completing, 'deviceId'>): string {
  return `/svc/v1/devices/${urlPart(deviceId)}`;
}

/** What does not show for sure whether a relay is on does not show that it is as it was, either. */
export function showsRelays({ draft }: Pick<Completing, 'draft'>): boolean {
  return !draft.whyAt('peripherals', 'relay.on').includes(UNTOLD_GROUP);
}

/** One that may be switched, also where relays are counted otherwise than the draft says. */
export function safeRelay({
  draft,
  relays,
  config,
}: Pick<Completing, 'draft' | 'relays' | 'config'>): number | undefined {
  const isCounted = draft.data()['indexBase'] !== undefined;
  const areAll = config.relays.every(({ index }) => relays.includes(index));
  return isCounted || areAll ? relays.at(-1) : undefined;
}

interface Candidates {
  readonly named: readonly NamedPlace[] | undefined;
  readonly priors: readonly string[];
  forms(place: NamedPlace): readonly string[];
  /** Where nothing says it: the index of the first relay. */
  readonly bases?: readonly number[];
}

/** A name that stands for none, below one that takes an object. */
const WITHIN = 'conform';

/** @param fits whether it has done what it should: then it is the last one; else the places that its refusal names. */
export async function eachCandidate(
  { named = [], priors, forms, bases = [1] }: Candidates,
  fits: (sample: unknown, form: string, base: number) => Promise<true | readonly NamedPlace[] | undefined>,
): Promise<void> {
  const places = named.length > 0 ? [...named] : priors.map((name): NamedPlace => ({ at: [name], said: '' }));
  const known = new Set(places.map(({ at }) => placeKey(at)));
  for (const place of places) {
    const isAround = /\bobject\b/.test(place.said);
    const at = isAround ? [...place.at, WITHIN] : place.at;
    for (const form of isAround ? forms(place).slice(0, 1) : forms(place))
      for (const base of bases) {
        const done = await fits(withAt(undefined, at, form), form, base);
        if (done === true) return;
        for (const other of done ?? []) {
          if (known.has(placeKey(other.at))) continue;
          known.add(placeKey(other.at));
          places.push(other);
        }
      }
  }
}

/** A server may carry a command out some time after it has answered. */
export async function settledConfig(
  session: ActSession,
  deviceId: string,
  isSettled: (config: DeviceConfig) => boolean,
): Promise<DeviceConfig | undefined> {
  let config = await configRead(session, deviceId);
  for (let tries = 0; tries < 2 && config && !isSettled(config); tries++) {
    await session.target.clock.sleep(1000);
    config = await configRead(session, deviceId);
  }
  return config;
}

/** The text with a placeholder, without what stands before its name: `$relay.jogDuration:s` is `$jogDuration:s`. */
export function textIn(sample: unknown, name: string): string {
  const texts = leavesOf(sample, true).map(({ value }) => String(value));
  const own = texts.find((text) => new RegExp(`\\$\\{?(\\w+\\.)?${name}(?![\\w.])`).test(text));
  return own?.replace(/(\$\{?)\w+\.(?=\w)/, '$1') ?? `$${name}`;
}

const UNIT = /(?<=[dD]uration)(?::(?!string)(\w+))?/;

/** The placeholder with a unit that is so many times as long; undefined where there is none. */
export function longer(text: string, factor: number): string | undefined {
  const is = UNITS.find(([unit]) => unit === (UNIT.exec(text)?.[1] ?? 'ms'))?.[1] ?? NaN;
  const to = UNITS.find(([, each]) => Math.abs(each / (is * factor) - 1) < 0.01)?.[0];
  return to && text.replace(UNIT, `:${to}`);
}
